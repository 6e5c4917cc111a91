import { useSelector } from '@xstate/react';
import { type ComponentType, lazy, type LazyExoticComponent, type ReactNode, useLayoutEffect } from 'react';
import { bringFlows, hasFlows, type LateFlows } from '../../machines/app.ts';
import { useAppActor } from '../system/AppActorContext.ts';

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
  /** The flows that it needs besides every page's. */
  readonly flows?: LateFlows;
}

export interface LazyPage {
  (): ReactNode;
  /** Fetches the page ahead of its being shown; gives the flows that it needs. */
  readonly preload: () => Promise<LateFlows | undefined>;
}

/** Brings a page's flows into the running system before the page is drawn. */
function withFlows(Page: ComponentType, flows: LateFlows): ComponentType {
  return function PageWithFlows() {
    const app = useAppActor();
    const isThere = useSelector(app, () => hasFlows(app, flows));
    useLayoutEffect(() => bringFlows(app, flows), [app]);
    return isThere && <Page />;
  };
}

/**
 * A page that is fetched when it is first gone to and, other than React's own, can be fetched again after a failure. One
 * that was fetched ahead is shown without a moment's wait, which would empty a prerendered page.
 */
export function lazyPage(fetchPage: () => Promise<PageModule>): LazyPage {
  let whole: Promise<PageModule> | null = null;
  const fetchWhole = (): Promise<PageModule> => {
    whole ??= fetchPage().then(
      (page) => (page.flows ? { ...page, default: withFlows(page.default, page.flows) } : page),
      (error: unknown) => {
        whole = null;
        throw error;
      },
    );
    return whole;
  };
  const fetched = (): LazyExoticComponent<ComponentType> =>
    lazy(() =>
      fetchWhole().catch((error: unknown) => {
        throw new PageNotFetched(error, () => {
          Page = fetched();
        });
      }),
    );
  let Page: ComponentType = fetched();
  const preload = async (): Promise<LateFlows | undefined> => {
    const page = await fetchWhole();
    Page = page.default;
    return page.flows;
  };
  return Object.assign(() => <Page />, { preload });
}
