/**
 * What each kind of letter needs besides its recipient, as JSON. Bookings and enquiries are read when the letter is sent,
 * so a payload names rows and never copies a name, an address or a token.
 */
export interface LetterPayloads {
  /** An account was made. */
  welcome: Record<string, never>;
  /** Somebody tried to register the address of an account. */
  'already-registered': Record<string, never>;
  /** A link that confirms an address; `request_id` is what its token is made of (`linkToken`). */
  'confirm-address': { readonly request_id: string };
  /** A link that sets a new password; `request_id` as above. */
  reset: { readonly request_id: string };
  'password-changed': Record<string, never>;
  /** To the address that an account had before. */
  'address-changed': Record<string, never>;
  /** An enquiry, to the business. */
  enquiry: { readonly enquiry_id: number };
  /** Its acknowledgement, to the visitor. */
  'enquiry-received': { readonly enquiry_id: number };
  /** What the desk wrote to who enquired: a row of the enquiry's history. */
  'enquiry-reply': { readonly entry_id: number };
  /** A booking is confirmed. `sequence` is that of the booking at that time, here and below. */
  booked: BookingVersion;
  /**
   * `refund_paise`: what goes back because the new time costs less, else 0. `half_points`, of a booking with points: how many
   * more it costs, with a minus how many less. A server of the version before writes none.
   */
  moved: BookingVersion & { readonly refund_paise: number; readonly half_points?: number };
  /** What goes back is read from the booking. */
  cancelled: BookingVersion;
  /** A captured payment, by the provider's id, did not pay a booking or points and goes back whole. */
  'paid-late': { readonly payment_id: string };
  /** The provider has processed a refund. */
  refunded: { readonly refund_id: string };
  'reminder-day': BookingVersion;
  'reminder-hour': BookingVersion;
  /** A paper of a booking, which is attached by reference. `number` as printed on it. */
  invoice: { readonly booking_id: string; readonly number: string };
  'credit-note': { readonly booking_id: string; readonly number: string };
  /** The link by which a booking that the desk holds is paid. */
  'payment-link': { readonly booking_id: string };
  /** Points were bought; their invoice is attached. `number` as printed on it. */
  'points-bought': { readonly purchase_id: string; readonly number: string };
  /** Times that the user waits for are held for them. `letter` counts the letters about the entry, here and below. */
  'waitlist-offer': EntryLetter;
  /** Times that the user waits for are free, and the first who books has them. */
  'waitlist-free': EntryLetter;
}

/** A letter about an entry of the waiting list: dropped when something else has become of it since. */
export interface EntryLetter {
  readonly entry_id: string;
  readonly letter: number;
}

export interface BookingVersion {
  readonly booking_id: string;
  readonly sequence: number;
}

export type LetterKind = keyof LetterPayloads;

/**
 * Who gets a letter: the present address of a user, somebody without an account, or the business. An address that is not
 * `isMailable` gets nothing.
 */
export type Recipient =
  { readonly userId: string } | { readonly name: string | null; readonly address: string } | 'business';

/** A file that is attached when the letter is sent: what it is, and its id. */
export interface AttachmentRef {
  readonly type: string;
  readonly id: string;
}

/** A letter to queue. */
export type Letter = {
  [Kind in LetterKind]: {
    readonly kind: Kind;
    /** What makes it one letter of its kind: the same kind and key queued again changes nothing. No secret. */
    readonly key: string;
    readonly to: Recipient;
    readonly payload: LetterPayloads[Kind];
    /** When it is queued: the server's clock, milliseconds since 1970. */
    readonly now: number;
    /** When it is sent, milliseconds since 1970; at once when left out. */
    readonly dueAt?: number;
    /** When it is of no use any more, milliseconds since 1970; five days after it was queued when left out. */
    readonly until?: number;
    readonly attachments?: readonly AttachmentRef[];
  };
}[LetterKind];
