import { type ComponentType, createElement, lazy, type LazyExoticComponent } from 'react';

interface PageModule {
  readonly default: ComponentType;
}

export type LazyPage = ComponentType & {
  /** Fetches the page ahead of its being shown; it then shows without waiting. */
  readonly preload: () => Promise<void>;
};

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

/**
 * A page that is fetched when it is first gone to, so that the first one stays light. React's own `lazy` waits for a
 * moment even for what is already there, and never asks again after a failure; here both are otherwise.
 */
export function lazyPage(fetchPage: () => Promise<PageModule>): LazyPage {
  let fetched: PageModule | undefined;
  const there = { then: (take: (page: PageModule | undefined) => void) => take(fetched) };
  const anew = (): LazyExoticComponent<ComponentType> =>
    lazy(() =>
      fetched
        ? (there as Promise<PageModule>)
        : fetchPage().catch((error: unknown) => {
            throw new PageNotFetched(error, () => {
              Page = anew();
            });
          }),
    );
  let Page = anew();
  return Object.assign(() => createElement(Page), {
    preload: async () => {
      fetched ??= await fetchPage();
    },
  });
}
