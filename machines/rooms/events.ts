import type { Room } from '../../domain/rooms/room.ts';
import type { Match } from '../../domain/rooms/roomMatch.ts';
import type { DataOutdated } from '../engine/topics.ts';
import type { SearchCriteria } from './search/events.ts';

export type RoomsEvent =
  /** The list of rooms was loaded. */
  | { type: 'rooms.listed'; rooms: readonly Room[] }
  /** A search is shown, also when it is the same as before. */
  | { type: 'rooms.searched'; criteria: SearchCriteria }
  /** The form has been changed since View Slots was pressed, or matches the shown rooms again. */
  | { type: 'rooms.searchEdited'; isEdited: boolean }
  /** The day of the shown rooms is over. */
  | { type: 'rooms.searchEnded' }
  /** A failed search is repeated. */
  | { type: 'rooms.searchRetried' }
  /** The availability of a room may be stale; null means every room. */
  | { type: 'rooms.outdated'; roomId: number | null }
  | DataOutdated
  /** The page is visible or online again. */
  | { type: 'app.resumed' };

/** The result of the search in a room. */
export interface FoundMatch {
  readonly roomId: number;
  readonly match: Match;
}

declare module '../engine/system.ts' {
  interface EventsByFlow {
    rooms: RoomsEvent;
  }
}
