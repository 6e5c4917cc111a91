import type { Room } from '../../../contract/rooms/rooms.ts';

/** A booking and its customer as they were when the invoice was queued. */
export interface InvoiceFacts {
  readonly of: 'booking' | 'move';
  readonly customer: {
    readonly firstName: string;
    readonly lastName: string | null;
    /** Missing when an earlier version queued the invoice. */
    readonly email?: string | null;
  };
  readonly billing: {
    readonly name: string;
    readonly address: string | null;
    readonly gstin: string | null;
    readonly state: string | null;
    /** Missing when an earlier version queued the invoice. */
    readonly isSez?: boolean;
  } | null;
  readonly room: Room['location'] & { readonly name: string };
  readonly day: string;
  readonly startSlot: number;
  readonly endSlot: number;
  /** As of the booking; missing when an earlier version queued the invoice. */
  readonly slotPrices?: readonly number[] | null;
  /** All dates of the series in order of time, including this one; null or missing for a single booking. */
  readonly dates?: readonly SeriesLine[] | null;
}

/** A date of a series on its invoice. */
export interface SeriesLine {
  readonly bookingId: string;
  readonly room: InvoiceFacts['room'];
  readonly day: string;
  readonly startSlot: number;
  readonly endSlot: number;
  readonly slotPrices?: readonly number[] | null;
  readonly amountPaise: number;
}

/** A purchase of points and its buyer as they were when the points were granted. */
export interface PointsFacts extends Pick<InvoiceFacts, 'customer' | 'billing'> {
  readonly of: 'points';
  readonly points: number;
}

/** A booking on the invoice of a company. */
export interface AccountLine extends SeriesLine {
  /** An earlier invoice has the booking, which was extended since. */
  readonly isDifference: boolean;
}

/** The bookings of a company in a month, and the company as it was when the invoice was queued. `amountPaise`: what is left of them. */
export interface AccountFacts extends Pick<InvoiceFacts, 'customer' | 'billing'> {
  readonly of: 'account';
  /** 'YYYY-MM' */
  readonly month: string;
  readonly termDays: number;
  readonly dates: readonly AccountLine[];
}

export interface CreditNoteFacts {
  readonly reason: 'cancelled' | 'moved' | 'provider' | 'dispute' | 'desk';
  /** Its price is refunded. Missing when an earlier version queued the credit note. */
  readonly bookingId?: string;
}

/** Of a corrected invoice and its credit note, which are issued when they are queued. */
export interface CorrectionFacts {
  readonly reason: 'corrected';
}
