import type { Room } from '../../contract/rooms.ts';
import type { SearchCriteria } from './search.ts';

/** What flows report to the root, and the page. */
export type RootEvent =
  | { type: 'rooms.loaded'; rooms: readonly Room[] }
  | { type: 'search.applied'; criteria: SearchCriteria }
  /** The form has been changed since View Slots, or is again what the rooms are shown for. */
  | { type: 'search.edited'; isEdited: boolean }
  /** The day that the rooms are shown for is over. */
  | { type: 'search.ended' }
  /** What is known of a room's half-hours may be out of date; of every room's, when none is named. */
  | { type: 'slots.outdated'; roomId?: number | null }
  | { type: 'app.resumed' }
  /** An answer of the server has set the clock, for the first time or by more than it can be wrong. */
  | { type: 'clock.set' };
