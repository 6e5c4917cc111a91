import { useSelector } from '@xstate/react';
import { type ComponentType, lazy, type LazyExoticComponent, type ReactNode, useLayoutEffect } from 'react';
import { addFlows, hasFlows } from '../../machines/app.ts';
import type { FlowGroup } from '../../machines/registry.ts';
import { useAppActor } from '../system/AppActorContext.ts';

/** A page's code could not be loaded: the browser is offline, or the server has a newer build with other file names. */
export class PageNotFetched extends Error {
  override name = 'PageNotFetched';
  /** Clears the failed load, so that the page is loaded again when it is next shown. */
  readonly forget: () => void;

  constructor(cause: unknown, forget: () => void) {
    super('A page could not be fetched', { cause });
    this.forget = forget;
  }
}

interface PageModule {
  readonly default: ComponentType;
  /** The flows that it needs besides every page's. */
  readonly flows?: FlowGroup;
}

export interface LazyPage {
  (): ReactNode;
  /** Loads the page in advance; returns the flows that it needs. */
  readonly preload: () => Promise<FlowGroup | undefined>;
}

/** Starts a page's flows before the page is rendered. */
export function withFlows<Props extends object>(
  Page: ComponentType<Props>,
  flows: FlowGroup,
): ComponentType<Props> {
  return function PageWithFlows(props: Props) {
    const app = useAppActor();
    const isThere = useSelector(app, () => hasFlows(app, flows));
    useLayoutEffect(() => addFlows(app, flows), [app]);
    return isThere && <Page {...props} />;
  };
}

/**
 * A page that is loaded on first navigation and, unlike React's own lazy, can be loaded again after a failure. A
 * prefetched page renders synchronously; a suspended one would empty the prerendered page.
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
  const preload = async (): Promise<FlowGroup | undefined> => {
    const page = await fetchWhole();
    Page = page.default;
    return page.flows;
  };
  return Object.assign(() => <Page />, { preload });
}
