import type { Room } from '../../../contract/rooms/rooms.ts';
import type { DataChanged } from '../topics.ts';
import type { SearchCriteria } from '../../rooms/search/events.ts';

/** Events that flows and the page send to the root. */
export type RootEvent =
  | { type: 'rooms.loaded'; rooms: readonly Room[] }
  | { type: 'search.applied'; criteria: SearchCriteria }
  /** The form has been changed since View Slots was pressed, or matches the shown rooms again. */
  | { type: 'search.edited'; isEdited: boolean }
  /** The day of the shown rooms is over. */
  | { type: 'search.ended' }
  /** The availability of a room may be stale; without a room id that of every room. */
  | { type: 'slots.outdated'; roomId?: number | null }
  /** A flow has changed data on the server. */
  | DataChanged
  /** The session has ended: nothing of its user may stay. */
  | { type: 'session.ended' }
  | { type: 'app.resumed' }
  /** A server response has set the clock, for the first time or by more than its tolerance. */
  | { type: 'clock.set' };

declare module '../system.ts' {
  interface EventsByFlow {
    root: RootEvent;
  }
}
