export type ResourceEvent =
  /** A view begins to show it. `key` says which one (a city, a page); a new key loads anew. */
  | { type: 'resource.used'; key?: string }
  /** A view stops showing it. */
  | { type: 'resource.released' }
  /** What is cached may be out of date. `key` says which one is wanted from now on. */
  | { type: 'resource.refreshed'; key?: string }
  /** It must not be seen any more, as after sign-out. */
  | { type: 'resource.cleared' };

/** Data that came with the page itself, and its key. */
export interface InitialResource<Data> {
  readonly key: string;
  readonly data: Data;
}
