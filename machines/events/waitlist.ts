import type { Room } from '../../contract/rooms.ts';
import type { SlotRange } from '../../domain/slots.ts';
import type { BookingSelection } from './checkout.ts';

/** Times of a room that the visitor waits for; `date` is an IST date. */
export interface WaitedTimes {
  readonly room: Pick<Room, 'id' | 'room_name'>;
  readonly date: string;
  readonly range: SlotRange;
}

export type WaitlistEvent =
  /** The visitor wants a letter when the times are free. `page`: the path to which a sign-in returns. */
  | { type: 'waitlist.asked'; times: WaitedTimes; page: string }
  /** Somebody has signed in, or is signed in. */
  | { type: 'waitlist.signedIn' }
  /** The visitor books the same times in another room. */
  | { type: 'waitlist.roomChosen'; selection: BookingSelection };

export interface WaitlistInput {
  /** What was asked for before a sign-in. */
  readonly persisted: WaitedTimes | null;
}
