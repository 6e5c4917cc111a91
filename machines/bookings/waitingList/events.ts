import type { Room } from '../../../domain/rooms/room.ts';
import type { SlotRange } from '../../../domain/time/slots.ts';
import type { BookingSelection } from '../../checkout/exports.ts';

/** `date` is an IST date. */
export interface WaitedTimes {
  readonly room: Pick<Room, 'id' | 'roomName'>;
  readonly date: string;
  readonly range: SlotRange;
}

export type JoinWaitingListEvent =
  /** The visitor requests an email for when the times are free. `page`: the path to return to after a sign-in. */
  | { type: 'joinWaitingList.joinRequested'; times: WaitedTimes; page: string }
  /** A user has signed in, or was already signed in. */
  | { type: 'joinWaitingList.signedIn' }
  | { type: 'session.ended' }
  /** The times are free: those of an entry, or the same times in another room. */
  | { type: 'joinWaitingList.bookPressed'; selection: BookingSelection };

export interface JoinWaitingListInput {
  /** A request that was made before a sign-in. */
  readonly persisted: WaitedTimes | null;
}

declare module '../../engine/system.ts' {
  interface EventsByFlow {
    joinWaitingList: JoinWaitingListEvent;
  }
}

declare module '../../engine/visit.ts' {
  interface PersistedState {
    /** The request to send once the visitor has signed in. */
    readonly wait?: WaitedTimes | null;
  }
}
