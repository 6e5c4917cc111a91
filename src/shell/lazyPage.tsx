import { useSelector } from '@xstate/react';
import { type ComponentType, lazy, type LazyExoticComponent, type ReactNode, useLayoutEffect } from 'react';
import { addFlows, hasFlows } from '../../machines/app.ts';
import type { FlowGroup } from '../../machines/registry.ts';
import { useAppActor } from '../system/AppActorContext.ts';

/** A page's code could not be loaded: the browser is offline, or the server has a newer build with other file names. */
export class PageLoadError extends Error {
  override name = 'PageNotFetched';
  /** Clears the failed load, so that the page is loaded again when it is next shown. */
  readonly reset: () => void;

  constructor(cause: unknown, reset: () => void) {
    super('A page could not be fetched', { cause });
    this.reset = reset;
  }
}

interface PageModule {
  readonly default: ComponentType;
  /** The flows that the page needs in addition to those of every page. */
  readonly flows?: FlowGroup;
}

export interface LazyPage {
  (): ReactNode;
  /** Loads the page's code in advance. Returns the flows that the page needs. */
  readonly preload: () => Promise<FlowGroup | undefined>;
}

/** Wraps a component so that its flows are started before it is rendered. */
export function withFlows<Props extends object>(
  Page: ComponentType<Props>,
  flows: FlowGroup,
): ComponentType<Props> {
  return function PageWithFlows(props: Props) {
    const app = useAppActor();
    const areFlowsReady = useSelector(app, () => hasFlows(app, flows));
    useLayoutEffect(() => addFlows(app, flows), [app]);
    return areFlowsReady && <Page {...props} />;
  };
}

/**
 * A page that is loaded on first navigation. Unlike a component of React's `lazy`, it can be loaded again after a failure, and
 * it renders synchronously once it is preloaded. A suspended page would empty the prerendered page.
 */
export function lazyPage(importPage: () => Promise<PageModule>): LazyPage {
  let loading: Promise<PageModule> | null = null;
  const loadPage = (): Promise<PageModule> => {
    loading ??= importPage().then(
      (page) => (page.flows ? { ...page, default: withFlows(page.default, page.flows) } : page),
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  const lazyComponent = (): LazyExoticComponent<ComponentType> =>
    lazy(() =>
      loadPage().catch((error: unknown) => {
        throw new PageLoadError(error, () => {
          Page = lazyComponent();
        });
      }),
    );
  let Page: ComponentType = lazyComponent();
  const preload = async (): Promise<FlowGroup | undefined> => {
    const page = await loadPage();
    Page = page.default;
    return page.flows;
  };
  return Object.assign(() => <Page />, { preload });
}
