import type * as api from '../../contract/bookings/booking.ts';
import type * as detailsApi from '../../contract/bookings/bookingDetails.ts';
import type { PastBookings as ApiPastBookings } from '../../contract/bookings/pastBookings.ts';
import type { WaitingListEntry as ApiWaitingListEntry } from '../../contract/bookings/waitingList.ts';
import type { Room } from '../../domain/rooms/room.ts';
import type { CamelCased } from '../../domain/text/camelCased.ts';
import type { Ranged } from '../../domain/time/ranged.ts';

/* The user's bookings as machines and views see them. The contract explains the fields. */

export type RefundItem = CamelCased<api.RefundItem>;
export type PaymentDetails = CamelCased<detailsApi.PaymentDetails>;
export type CancelTerms = CamelCased<api.CancelTerms>;
export type MoveTerms = CamelCased<api.MoveTerms>;

/** The pending move of a booking, with its new times. */
export type PendingMove = Ranged<api.PendingMove>;

type AnyBooking<Value extends api.Booking> = Omit<Ranged<Value>, 'state' | 'status' | 'openMove'> & {
  readonly state: NonNullable<Value['state']>;
  /** Present while the difference of a move to more expensive times can be paid. */
  readonly pendingMove?: PendingMove;
};
export type Booking = AnyBooking<api.Booking>;
export type BookingDetails = AnyBooking<detailsApi.BookingDetails>;

export type PastBookings = Omit<ApiPastBookings, 'bookings'> & {
  readonly bookings: readonly Ranged<ApiPastBookings['bookings'][number]>[];
};

export type WaitingListEntry = Omit<Ranged<ApiWaitingListEntry>, 'meetingRoom'> & {
  readonly meetingRoom: Room;
};
