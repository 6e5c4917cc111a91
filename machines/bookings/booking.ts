import type * as api from '../../contract/bookings/booking.ts';
import type * as detailsApi from '../../contract/bookings/bookingDetails.ts';
import type { PastBookings as ApiPastBookings } from '../../contract/bookings/pastBookings.ts';
import type { WaitingListEntry as ApiWaitingListEntry } from '../../contract/bookings/waitingList.ts';
import type { AmountPaid } from '../../domain/money/cancellation.ts';
import type { RatedRange } from '../../domain/money/rates.ts';
import type { Room } from '../../domain/rooms/room.ts';
import type { CamelCase, CamelCased } from '../../domain/text/camelCased.ts';
import type { Ranged } from '../../domain/time/apiTimes.ts';
import type { BookingTaxDocuments } from '../invoices/exports.ts';

/* The user's bookings as machines and views see them. The contract explains the fields. */

/** `amount` is in paise. */
export type RefundItem = Omit<CamelCased<api.RefundItem>, 'amount'> & { readonly amount: number };
export type PaymentDetails = Omit<CamelCased<detailsApi.PaymentDetails>, 'amount'> & {
  readonly amount: AmountPaid;
};

/** `amount` is the difference to pay, in paise. */
export type PendingMove = Omit<Ranged<api.PendingMove>, 'amount'> & { readonly amount: number };

type AnyBooking<Value extends api.Booking> = Omit<
  Ranged<Value>,
  'state' | 'status' | 'openMove' | 'paidWith' | 'amount' | 'rates' | 'refund' | 'refunds'
> & {
  readonly amount: AmountPaid;
  readonly rates?: readonly RatedRange[];
  /** The sum of all refunds, in paise. */
  readonly refund?: { readonly amount: number; readonly status: CamelCase<api.RefundSummary['status']> };
  readonly refunds?: readonly RefundItem[];
  readonly state: CamelCase<NonNullable<Value['state']>>;
  /** Present while the difference of a move to more expensive times can be paid. */
  readonly pendingMove?: PendingMove;
};
export type Booking = AnyBooking<api.Booking>;
export type BookingDetails = Omit<
  AnyBooking<detailsApi.BookingDetails>,
  'payments' | 'paid' | 'back' | 'kept' | 'cancelled'
> & {
  readonly payments: readonly PaymentDetails[];
  readonly paid: AmountPaid;
  readonly back: AmountPaid;
  readonly kept: AmountPaid;
  readonly cancelled?: { readonly at: string; readonly returned: AmountPaid };
};

type ApiPastBooking = ApiPastBookings['bookings'][number];

export type PastBookings = Omit<ApiPastBookings, 'bookings' | 'papers'> & {
  readonly bookings: readonly (Omit<Ranged<ApiPastBooking>, 'paidWith' | 'amount'> & {
    readonly amount: AmountPaid;
  })[];
  readonly papers: BookingTaxDocuments['papers'];
};

export type WaitingListEntry = Omit<Ranged<ApiWaitingListEntry>, 'meetingRoom'> & {
  readonly meetingRoom: Room;
};
