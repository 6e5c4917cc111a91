import type { Room } from '../../domain/rooms/room.ts';
import type { Match } from '../../domain/rooms/roomMatch.ts';
import type { DataOutdated } from '../engine/topics.ts';
import type { SearchCriteria } from './search/events.ts';

export type RoomsEvent =
  | { type: 'rooms.listed'; rooms: readonly Room[] }
  /** A search is shown, also when it is the same as before. */
  | { type: 'rooms.searched'; criteria: SearchCriteria }
  /** The form was changed after View Slots was pressed, or matches the shown rooms again. */
  | { type: 'rooms.searchEdited'; isEdited: boolean }
  /** The day of the shown rooms is over. */
  | { type: 'rooms.searchEnded' }
  | { type: 'rooms.searchRetried' }
  /** The availability of a room may be stale; null means every room. */
  | { type: 'rooms.outdated'; roomId: number | null }
  | DataOutdated
  /** The page is visible or online again. */
  | { type: 'app.resumed' };

export interface FoundMatch {
  readonly roomId: number;
  readonly match: Match;
}

declare module '../engine/system.ts' {
  interface EventsByFlow {
    rooms: RoomsEvent;
  }
}
