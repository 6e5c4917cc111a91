import type { Room } from '../../contract/rooms.ts';
import type { Clock } from '../clock.ts';

/** The slots of a room on a day, an IST date. */
export interface SlotsQuery {
  readonly roomId: number;
  readonly date: string;
}

/** The selection kept over a reload: slots of one room on one date. */
export interface PersistedSlots {
  readonly date: string;
  readonly selection: readonly number[];
}

export type SlotsEvent =
  | { type: 'slots.dateChosen'; date: string }
  /** The shown day is over. */
  | { type: 'slots.dayEnded' }
  /** The search has been changed since this day was applied, or changed back. */
  | { type: 'slots.searchEdited'; isEdited: boolean }
  | { type: 'slots.roomChanged'; room: Room }
  | { type: 'slots.clicked'; slot: number }
  | { type: 'slots.cleared' }
  /** The loaded availability may be stale. */
  | { type: 'slots.outdated' }
  | { type: 'slots.bookPressed' };

export interface SlotsInput {
  readonly clock: Clock;
  readonly room: Room;
  readonly persisted?: PersistedSlots | undefined;
}
