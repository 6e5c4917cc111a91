import type { DataOutdated } from '../topics.ts';

export type ResourceEvent =
  | DataOutdated
  /** A view starts to show the data. `key` selects the data (a city, a page); a new key loads it. */
  | { type: 'resource.used'; key?: string }
  /** A view stops showing the data. */
  | { type: 'resource.released' }
  /** The cached data may be stale. `key` selects other data. */
  | { type: 'resource.refreshed'; key?: string }
  /** The page is visible or online again: failed data is loaded again. */
  | { type: 'app.resumed' };

export interface InitialResource<Data> {
  readonly key: string;
  readonly data: Data;
}
