import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

interface PageModule {
  readonly default: ComponentType;
}

export type LazyPage = LazyExoticComponent<ComponentType> & {
  /** Fetches the page ahead of its being shown; it then shows without waiting. */
  readonly preload: () => Promise<void>;
};

/**
 * A page that is fetched when it is first gone to, so that the first one stays light. React's own `lazy` waits for a
 * moment even for what is already there, which would empty a prerendered page: here it asks the module itself.
 */
export function lazyPage(load: () => Promise<PageModule>): LazyPage {
  let loaded: PageModule | undefined;
  const there = { then: (take: (page: PageModule | undefined) => void) => take(loaded) };
  const Page = lazy(() => (loaded ? (there as Promise<PageModule>) : load()));
  return Object.assign(Page, {
    preload: async () => {
      loaded ??= await load();
    },
  });
}
