import type { Room } from '../../contract/rooms.ts';
import type { SlotRange } from '../../domain/slots.ts';
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

/** Times that the visitor wants and cannot have, because they are taken or have started. */
export interface MissedTimes {
  readonly range: SlotRange;
  /** The chosen slots that cannot be booked any more; empty when nothing was chosen, but a taken slot was pressed. */
  readonly lost: readonly number[];
  /** What is left of the choice; null when nothing is. */
  readonly kept: SlotRange | null;
  /** The lost slots have started: nobody else has them. */
  readonly hasStarted: boolean;
}

export type SlotsEvent =
  /** `wanted`: the range that the search asks for, if it asks for one. */
  | { type: 'slots.dateChosen'; date: string; requestedRange?: SlotRange | undefined }
  /** The shown day is over. */
  | { type: 'slots.dayEnded' }
  /** The search has been changed since this day was applied, or changed back. */
  | { type: 'slots.searchEdited'; isEdited: boolean }
  | { type: 'slots.roomChanged'; room: Room }
  | { type: 'slots.clicked'; slot: number }
  /** A range that is offered is chosen. */
  | { type: 'slots.rangeChosen'; range: SlotRange }
  | { type: 'slots.cleared' }
  /** The loaded availability may be stale. */
  | { type: 'slots.outdated' }
  | { type: 'slots.bookPressed' };

export interface SlotsInput {
  readonly clock: Clock;
  readonly room: Room;
  readonly persisted?: PersistedSlots | undefined;
}
