import type { Room } from '../../contract/rooms.ts';
import type { SlotRange } from '../../domain/slots.ts';
import type { Clock } from '../clock.ts';
import type { SignedInUser } from './session.ts';

/** What is being booked: a room, an IST date, and the half-hours; null when start and end are missing. */
export interface BookingSelection {
  readonly room: Room;
  readonly date: string;
  readonly range: SlotRange | null;
}

/** The provider's order for a held booking. `amount` in paise, `timeout` in seconds, `payUntil` in ms since 1970, UTC. */
export interface PaymentOrder {
  readonly bookingId: string;
  readonly orderId: string;
  readonly amount: number;
  readonly keyId: string;
  readonly script: string;
  readonly timeout: number;
  readonly payUntil: number;
  readonly payer: { readonly name: string; readonly email: string; readonly phone: string };
  readonly description: string;
}

/** What the provider's checkout hands over after a payment; proves nothing until the server has verified it. */
export interface PaymentProof {
  readonly orderId: string;
  readonly paymentId: string;
  readonly signature: string;
}

export interface MemberBalance {
  readonly isMember: boolean;
  /** Lit points, in halves. */
  readonly points: number;
}

/**
 * An attempt is open at the bank: its order was opened at `since`, and its slots stay held until `until` at the latest, both
 * milliseconds since 1970.
 */
export interface PendingPayment {
  readonly status: 'pending';
  readonly since: number;
  readonly until: number;
}

/** What the server found: paid and booked, unpaid and free again, or not decided by the bank. */
export type ReleaseResult = { readonly status: 'confirmed' | 'released' } | PendingPayment;

/** What the server knows of a payment without changing anything: still held and unpaid, or as in a ReleaseResult. */
export type StatusResult = ReleaseResult | { readonly status: 'held' };

/** What survives a reload: the selection, and the booking whose payment may be under way. */
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
  /** Nobody waits for the bank any longer: the slots are released, whatever the payer still approves. */
  | { type: 'checkout.waitCancelled' }
  | { type: 'checkout.left' }
  /** Our own way out of the provider's checkout, for when that does not offer one. */
  | { type: 'checkout.cancelled' }
  | { type: 'app.resumed' }
  /** From the provider's checkout. */
  | { type: 'gateway.paid'; proof: PaymentProof }
  | { type: 'gateway.attemptFailed' }
  | { type: 'gateway.dismissed' }
  | { type: 'gateway.timedOut' }
  | { type: 'gateway.failed' }
  /** Its window has shown no sign of life, as when the browser blocks it; and it has after all. */
  | { type: 'gateway.unresponsive' }
  | { type: 'gateway.responded' };

export interface CheckoutInput {
  readonly clock: Clock;
  readonly persisted?: PersistedCheckout | null;
}
