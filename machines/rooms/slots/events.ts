import type { Room } from '../../../domain/rooms/room.ts';
import type { SlotRange } from '../../../domain/time/slots.ts';
import type { Clock } from '../../engine/clock.ts';

/** `date` is an IST date. */
export interface SlotsQuery {
  readonly roomId: number;
  readonly date: string;
}

export interface PersistedSlots {
  readonly date: string;
  readonly selection: readonly number[];
}

/** Requested times that cannot be booked, because they are taken or have started. */
export interface MissedTimes {
  readonly range: SlotRange;
  /** Chosen slots that can no longer be booked; empty when a taken slot was pressed without a selection. */
  readonly lost: readonly number[];
  /** The rest of the selection; null when nothing is left. */
  readonly kept: SlotRange | null;
  /** The lost slots have started, so no other booking has taken them. */
  readonly hasStarted: boolean;
}

export type SlotsEvent =
  /** `requestedRange`: present when the search has a duration. */
  | { type: 'slots.dateChosen'; date: string; requestedRange?: SlotRange | undefined }
  | { type: 'slots.dayEnded' }
  /** The form of the search was changed after this day was loaded, or changed back. */
  | { type: 'slots.searchEdited'; isEdited: boolean }
  | { type: 'slots.roomChanged'; room: Room }
  | { type: 'slots.clicked'; slot: number }
  /** The visitor chooses a suggested range. */
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

declare module '../../engine/system.ts' {
  interface EventsByFlow {
    [slots: `slots:${number}`]: SlotsEvent;
  }
}

declare module '../../engine/visit.ts' {
  interface PersistedState {
    /** By room id. */
    readonly slots?: Readonly<Record<number, PersistedSlots>>;
  }
}
