import type { EpochMs } from '../../../domain/time/epochMs.ts';

/**
 * The payload of each kind of email, as JSON. Bookings and enquiries are read when the email is sent, so a payload contains
 * ids of rows and never a copy of a name, an address or a token.
 */
export interface EmailPayloads {
  /** An account was created. */
  welcome: Record<string, never>;
  /** Somebody tried to register the address of an account. */
  'already-registered': Record<string, never>;
  /** A link that confirms an address; its token is computed from `request_id` (`linkToken`). */
  'confirm-address': { readonly request_id: string };
  /** A link that sets a new password; `request_id` as above. */
  reset: { readonly request_id: string };
  /** An invitation to the staff; `request_id` as above. */
  'staff-invitation': { readonly request_id: string };
  'password-changed': Record<string, never>;
  /** Sent to the previous address of the account. */
  'address-changed': Record<string, never>;
  /** An enquiry, to the business. */
  enquiry: { readonly enquiry_id: number };
  /** To the visitor. */
  'enquiry-received': { readonly enquiry_id: number };
  /** `entry_id`: its row in the history of the enquiry. */
  'enquiry-reply': { readonly entry_id: number };
  /** A booking was confirmed. `sequence`, here and below: the version of the booking at that time. */
  booked: BookingVersion & {
    /** Other dates of a series, in order of time: one email is about all of them. */
    readonly others?: readonly BookingVersion[];
  };
  /**
   * A booking was moved. `refund_paise`: the refund when the new time costs less, else 0. `half_points`: the change of the
   * price of a booking with points, negative when it costs less; a server of the previous version does not write it. `length`:
   * only the length has changed.
   */
  moved: BookingVersion & {
    readonly refund_paise: number;
    readonly half_points?: number;
    readonly length?: 'longer' | 'shorter';
  };
  /** A booking was cancelled. The refund is read from the booking. */
  cancelled: BookingVersion;
  /** The user has a new address, which gets the calendar entry of a booking. */
  invitation: BookingVersion;
  /** Another address is invited to a booking: removes the calendar entry of the former one. */
  'invitation-ended': { readonly booking_id: string };
  /** A captured payment paid for no booking and no points and is refunded in full. `payment_id`: the provider's id. */
  'paid-late': { readonly payment_id: string };
  /** By the provider or by the desk. */
  refunded: { readonly refund_id: string };
  'reminder-day': BookingVersion;
  'reminder-hour': BookingVersion;
  /** A tax document of a booking, which is attached. `number`: the printed number. */
  invoice: { readonly booking_id: string; readonly number: string };
  'credit-note': { readonly booking_id: string; readonly number: string };
  /** The desk has corrected an invoice. The new one and the credit note for the wrong one are attached. */
  'invoice-corrected': { readonly invoice_id: string };
  /** The invoice of a month, or a credit note for it, which is attached; to the company. `number`: the printed number. */
  'company-document': { readonly number: string };
  /** For a booking that the desk holds. */
  'payment-link': { readonly booking_id: string };
  /** For longer times of a booking, which the row `booking_id` holds. */
  'extension-link': { readonly booking_id: string };
  /** Points were bought; the invoice is attached. `number`: the printed number. */
  'points-bought': { readonly purchase_id: string; readonly number: string };
  /** The times that the user waits for are held for the user. */
  'waitlist-offer': WaitingListEmail;
  /** The times that the user waits for are free, and not held for anyone. */
  'waitlist-free': WaitingListEmail;
}

/**
 * An email about an entry of the waiting list. `letter`: the number of this email, under the name of stored payloads; the email is
 * dropped when a later one about the entry was queued.
 */
export interface WaitingListEmail {
  readonly entry_id: string;
  readonly letter: number;
}

export interface BookingVersion {
  readonly booking_id: string;
  readonly sequence: number;
}

export type EmailKind = keyof EmailPayloads;

/**
 * The recipient of an email: a user at the current address, a person without an account, or the business. Nothing is sent to an
 * address for which `isMailable` is false.
 */
export type Recipient =
  | { readonly userId: string }
  | { readonly name: string | null; readonly address: string }
  | 'business';

/** A reference to a file that is attached when the email is sent: its type and its id. */
export interface AttachmentRef {
  readonly type: string;
  readonly id: string;
}

/** An email to queue. */
export type Email = {
  [Kind in EmailKind]: {
    readonly kind: Kind;
    /** Queueing the same kind and key again changes nothing. It must not contain a secret. */
    readonly key: string;
    readonly to: Recipient;
    readonly payload: EmailPayloads[Kind];
    /** When the email was queued. */
    readonly now: EpochMs;
    /** When the email is to be sent; at once when left out. */
    readonly dueAt?: EpochMs;
    /** When the email expires; five days after it was queued when left out. */
    readonly until?: EpochMs;
    readonly attachments?: readonly AttachmentRef[];
  };
}[EmailKind];
