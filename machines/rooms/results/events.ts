import type { Match } from '../../../domain/rooms/roomMatch.ts';
import type { SearchCriteria } from '../search/events.ts';

export type ResultsEvent =
  /** The shown search has changed; null when there is none. */
  | { type: 'results.requested'; criteria: SearchCriteria | null }
  /** A failed search is repeated. */
  | { type: 'results.retried' }
  /** The page is visible or online again: a failed search is repeated. */
  | { type: 'app.resumed' };

export interface ResultsInput {
  readonly criteria: SearchCriteria | null;
}

/** The result of the search in a room. */
export interface FoundMatch {
  readonly roomId: number;
  readonly match: Match;
}

declare module '../../engine/system.ts' {
  interface EventsByFlow {
    results: ResultsEvent;
  }
}
