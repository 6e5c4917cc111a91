export type ResourceEvent =
  /** A view starts to show it. `key` selects which one (a city, a page); a new key loads it. */
  | { type: 'resource.used'; key?: string }
  /** A view stops showing it. */
  | { type: 'resource.released' }
  /** The cached data may be stale. `key` selects another one. */
  | { type: 'resource.refreshed'; key?: string }
  /** The page is visible or online again: what has failed is loaded again. */
  | { type: 'app.resumed' }
  /** It must not be shown any more, for example after sign-out. */
  | { type: 'resource.cleared' };

/** Initial data of the page with its key. */
export interface InitialResource<Data> {
  readonly key: string;
  readonly data: Data;
}
