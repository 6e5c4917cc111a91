import type { Room } from '../../contract/rooms.ts';

/** What of a booking and its customer is printed, as it was when the paper became due. */
export interface InvoiceFacts {
  readonly of: 'booking' | 'move';
  readonly customer: { readonly firstName: string; readonly lastName: string | null };
  readonly billing: {
    readonly name: string;
    readonly address: string | null;
    readonly gstin: string | null;
    readonly state: string | null;
  } | null;
  readonly room: Room['location'] & { readonly name: string };
  readonly day: string;
  readonly startSlot: number;
  readonly endSlot: number;
  /** Every date of a series, this one among them, in order of time; null or missing for a single booking. */
  readonly dates?: readonly SeriesLine[] | null;
}

/** A date of a series on its invoice. */
export interface SeriesLine {
  readonly bookingId: string;
  readonly room: InvoiceFacts['room'];
  readonly day: string;
  readonly startSlot: number;
  readonly endSlot: number;
  readonly amountPaise: number;
}

/** What of points and their buyer is printed, as it was when the points were given. */
export interface PointsFacts extends Pick<InvoiceFacts, 'customer' | 'billing'> {
  readonly of: 'points';
  readonly points: number;
}

export interface CreditNoteFacts {
  readonly reason: 'cancelled' | 'moved';
  /** The booking whose price goes back; missing in one that an earlier version made due. */
  readonly bookingId?: string;
}
