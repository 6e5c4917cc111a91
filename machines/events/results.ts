import type { Match } from '../../domain/roomMatch.ts';
import type { SearchCriteria } from './search.ts';

export type ResultsEvent =
  /** The shown search; null when there is none any more. */
  | { type: 'results.wanted'; criteria: SearchCriteria | null }
  /** A search that failed is made again. */
  | { type: 'results.retried' }
  /** The page is visible or online again: so is one that failed. */
  | { type: 'app.resumed' };

export interface ResultsInput {
  readonly criteria: SearchCriteria | null;
}

/** What the search found in a room. */
export interface FoundMatch {
  readonly roomId: number;
  readonly match: Match;
}
