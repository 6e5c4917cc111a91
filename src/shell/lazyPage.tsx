import { type ComponentType, lazy, type LazyExoticComponent, type ReactNode } from 'react';

/** A page's code did not come: the network is gone, or the server has a newer site with other names for it. */
export class PageNotFetched extends Error {
  override name = 'PageNotFetched';
  /** Lets the page be fetched once more when it is next shown; until then it only fails again. */
  readonly forget: () => void;

  constructor(cause: unknown, forget: () => void) {
    super('A page could not be fetched', { cause });
    this.forget = forget;
  }
}

interface PageModule {
  readonly default: ComponentType;
}

export interface LazyPage {
  (): ReactNode;
  /** Fetches the page ahead of its being shown. */
  readonly preload: () => Promise<void>;
}

/**
 * A page that is fetched when it is first gone to and, other than React's own, can be fetched again after a failure. One
 * that was fetched ahead is shown without a moment's wait, which would empty a prerendered page.
 */
export function lazyPage(fetchPage: () => Promise<PageModule>): LazyPage {
  const fetched = (): LazyExoticComponent<ComponentType> =>
    lazy(() =>
      fetchPage().catch((error: unknown) => {
        throw new PageNotFetched(error, () => {
          Page = fetched();
        });
      }),
    );
  let Page: ComponentType = fetched();
  const preload = async (): Promise<void> => {
    ({ default: Page } = await fetchPage());
  };
  return Object.assign(() => <Page />, { preload });
}
