import type { Room } from '../../../contract/rooms/rooms.ts';
import type { SlotRange } from '../../../domain/time/slots.ts';
import type { BookingSelection } from '../../checkout/events.ts';

/** The times of a waiting-list request; `date` is an IST date. */
export interface WaitedTimes {
  readonly room: Pick<Room, 'id' | 'room_name'>;
  readonly date: string;
  readonly range: SlotRange;
}

export type WaitlistEvent =
  /** The visitor requests an email for when the times are free. `page`: the path to return to after a sign-in. */
  | { type: 'waitlist.joinRequested'; times: WaitedTimes; page: string }
  /** A user has signed in, or was already signed in. */
  | { type: 'waitlist.signedIn' }
  | { type: 'session.ended' }
  /** The visitor books the same times in another room. */
  | { type: 'waitlist.roomChosen'; selection: BookingSelection };

export interface WaitlistInput {
  /** A request that was made before a sign-in. */
  readonly persisted: WaitedTimes | null;
}

declare module '../../engine/system.ts' {
  interface EventsByFlow {
    waitlist: WaitlistEvent;
  }
}
