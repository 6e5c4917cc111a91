import type { Room } from '../../contract/rooms.ts';
import type { Clock } from '../clock.ts';

/** Half-hours of one room on one day; half-hours as in domain/slots. */
export interface SlotsQuery {
  readonly roomId: number;
  readonly date: string;
}

/** A selection kept over a reload; half-hours of one room on one date. */
export interface PersistedSlots {
  readonly date: string;
  readonly selection: readonly number[];
}

export type SlotsEvent =
  | { type: 'slots.dateChosen'; date: string }
  /** The day that was shown is over. */
  | { type: 'slots.dayEnded' }
  /** The search has been changed since this day was asked for, or changed back. */
  | { type: 'slots.searchEdited'; isEdited: boolean }
  | { type: 'slots.roomChanged'; room: Room }
  | { type: 'slots.clicked'; slot: number }
  | { type: 'slots.cleared' }
  /** Someone may have taken or freed half-hours since they were loaded. */
  | { type: 'slots.outdated' }
  | { type: 'slots.bookPressed' };

export interface SlotsInput {
  readonly clock: Clock;
  readonly room: Room;
  readonly persisted?: PersistedSlots | undefined;
}
