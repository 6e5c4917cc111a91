import type { Room } from '../../contract/rooms.ts';
import type { SeriesInterval } from '../../domain/series.ts';
import type { SlotRange } from '../../domain/slots.ts';
import type { Clock } from '../clock.ts';
import type { SignedInUser } from './session.ts';

/** What is being booked: a room, an IST date, and a slot range; null while start and end are missing. */
export interface BookingSelection {
  readonly room: Room;
  readonly date: string;
  readonly range: SlotRange | null;
  /** Present when a booking is moved there, and the difference is paid. */
  readonly moves?: MoveSelection;
  /** Present when it is repeated: everything else is that of the first date. */
  readonly series?: SeriesSelection;
}

/** A date of a series: it may have another room or other times than the others. */
export interface SeriesDate {
  readonly room: Room;
  /** IST date. */
  readonly date: string;
  readonly range: SlotRange;
}

/** What is repeated from its first date on, how often, and how many dates that makes. */
export interface SeriesRequest extends SeriesDate {
  readonly every: SeriesInterval;
  readonly count: number;
}

/**
 * The dates that are booked and paid together, in order of time, and what was asked for before some of them were exchanged
 * or left out. A selection that the version before has kept lacks the latter.
 */
export interface SeriesSelection {
  readonly every: SeriesInterval;
  readonly dates: readonly SeriesDate[];
  readonly asked?: SeriesRequest;
}

/**
 * The booking that is moved, in the state that its customer saw, and in paise what is paid for moving it and what
 * cancelling it would return after the move. `terms`: its cancellation policy in words, which stays. A selection that the
 * version before has kept lacks the last two.
 */
export interface MoveSelection {
  readonly bookingId: string;
  readonly sequence: number;
  readonly difference: number;
  readonly refund?: number;
  readonly terms?: string;
}

/** The provider's order. `amount` in paise, `timeout` in seconds, `payUntil` in ms since 1970, UTC. */
export interface GatewayOrder {
  readonly orderId: string;
  readonly amount: number;
  readonly keyId: string;
  readonly script: string;
  readonly timeout: number;
  readonly payUntil: number;
  readonly payer: { readonly name: string; readonly email: string; readonly phone: string };
  readonly description: string;
}

/** The order of a held booking. */
export interface PaymentOrder extends GatewayOrder {
  readonly bookingId: string;
}

/** The result of the provider's checkout. It must be verified by the server. */
export interface PaymentProof {
  readonly orderId: string;
  readonly paymentId: string;
  readonly signature: string;
}

export interface MemberBalance {
  readonly isMember: boolean;
  /** Lit points, a multiple of 0.5. */
  readonly points: number;
}

/**
 * An attempt is open at the bank. Its order was opened at `since`, and its slots are held until `until` at the latest,
 * both in milliseconds since 1970.
 */
export interface PendingPayment {
  readonly status: 'pending';
  readonly since: number;
  readonly until: number;
}

/** The server's result: booked, released, or not yet decided by the bank. */
export type ReleaseResult = { readonly status: 'confirmed' | 'released' } | PendingPayment;

/** The status of a payment: still held and unpaid, or as in a ReleaseResult. */
export type StatusResult = ReleaseResult | { readonly status: 'held' };

/** The state kept over a reload: the selection, and the booking of an open payment. */
export interface PersistedCheckout {
  readonly selection: BookingSelection;
  readonly bookingId: string | null;
  /** See CheckoutContext. */
  readonly next?: BookingSelection | null;
}

export type CheckoutEvent =
  | { type: 'checkout.started'; selection: BookingSelection }
  | { type: 'checkout.confirmed' }
  | { type: 'checkout.userChanged'; user: SignedInUser | null }
  | { type: 'checkout.signInDismissed' }
  | { type: 'checkout.retried' }
  /** The visitor stops waiting for the bank: the slots are released, even if the payer approves later. */
  | { type: 'checkout.waitCancelled' }
  | { type: 'checkout.left' }
  /** Our own way to close the provider's checkout, for when it offers none. */
  | { type: 'checkout.cancelled' }
  | { type: 'app.resumed' }
  /** From the provider's checkout. */
  | { type: 'gateway.paid'; proof: PaymentProof }
  | { type: 'gateway.attemptFailed' }
  | { type: 'gateway.dismissed' }
  | { type: 'gateway.timedOut' }
  | { type: 'gateway.failed' }
  /** Its window sent no message, for example because the browser blocks it; and it did later. */
  | { type: 'gateway.unresponsive' }
  | { type: 'gateway.responded' };

export interface CheckoutInput {
  readonly clock: Clock;
  readonly persisted?: PersistedCheckout | null;
}
