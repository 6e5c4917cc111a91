import type { Room } from '../../contract/rooms.ts';
import type { SlotRange } from '../../domain/slots.ts';

/** Times that the visitor wants and cannot have, because somebody has some of them. */
export interface MissedTimes {
  readonly room: Room;
  /** IST date. */
  readonly date: string;
  readonly range: SlotRange;
  /** The chosen slots that somebody has taken; empty when nothing was chosen, but a taken slot was pressed. */
  readonly lost: readonly number[];
  /** What is left of the choice; null when nothing is. */
  readonly kept: SlotRange | null;
}

export type WaitlistEvent =
  | { type: 'waitlist.missed'; missed: MissedTimes }
  /** The visitor wants a letter when the times are free. */
  | { type: 'waitlist.asked' }
  /** The visitor takes the same times in another room. */
  | { type: 'waitlist.roomChosen'; room: Room }
  /** The times do not matter any more: others are chosen, or the day is another. */
  | { type: 'waitlist.dismissed' };
