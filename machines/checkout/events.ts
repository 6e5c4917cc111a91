import type { Room } from '../../domain/rooms/room.ts';
import type { ProviderMethod } from '../../domain/money/paymentMethods.ts';
import type { SeriesInterval } from '../../domain/bookings/series.ts';
import type { SlotRange } from '../../domain/time/slots.ts';
import type { Visit } from '../../domain/bookings/visit.ts';
import type { Clock } from '../engine/clock.ts';
import type { SignedInUser } from '../account/exports.ts';

/** `date` is an IST date. `range` is null while start or end is missing. */
export interface BookingSelection extends Visit {
  readonly room: Room;
  readonly date: string;
  readonly range: SlotRange | null;
  /** The selection is the new time of a booking whose difference is paid. */
  readonly pendingMove?: MoveSelection;
  /** A member pays by card although the points would suffice. */
  readonly paysByCard?: boolean;
  /** On the account of the user's company. A move or a series cannot be, and keeps the choice for a single booking. */
  readonly paysOnAccount?: boolean;
  /** The booking is repeated. The other fields are those of the first date. */
  readonly series?: SeriesSelection;
}

/** It may have another room or other times than the other dates. */
export interface SeriesDate {
  readonly room: Room;
  /** IST date. */
  readonly date: string;
  readonly range: SlotRange;
}

/** The first date and how it is repeated. */
export interface SeriesRequest extends SeriesDate {
  readonly every: SeriesInterval;
  readonly count: number;
}

/**
 * The dates that are booked and paid together, in order of time. `request` is the original one, before dates
 * were replaced or removed; a selection that the previous version stored has none.
 */
export interface SeriesSelection {
  readonly every: SeriesInterval;
  readonly dates: readonly SeriesDate[];
  readonly request?: SeriesRequest;
}

/**
 * The booking that is moved, in the version that its customer saw (`sequence`). In paise: the difference to
 * pay, and the refund for cancelling after the move. `terms` is its cancellation policy in words, which does
 * not change. A selection that the previous version stored has neither `terms` nor the refund.
 */
export interface MoveSelection {
  readonly bookingId: string;
  readonly sequence: number;
  readonly difference: number;
  readonly refund?: number;
  readonly terms?: string;
}

/** `amount` is in paise, `timeout` in seconds, `payUntil` in milliseconds since 1970, UTC. */
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

export interface PaymentOrder extends GatewayOrder {
  readonly bookingId: string;
}

/** The result of the provider's checkout. The server must verify it. */
export interface PaymentProof {
  readonly orderId: string;
  readonly paymentId: string;
  readonly signature: string;
}

/**
 * An attempt is open at the bank. Its order was created at `since`, and its slots are held until `until` at the latest, both in
 * milliseconds since 1970.
 */
export interface PendingPayment {
  readonly status: 'pending';
  readonly since: number;
  readonly until: number;
  /** Missing while the provider has not reported it. */
  readonly method?: ProviderMethod;
}

/** 'pending': the bank has not decided yet. */
export type ReleaseResult = { readonly status: 'confirmed' | 'released' } | PendingPayment;

/** 'held': not paid. */
export type StatusResult = ReleaseResult | { readonly status: 'held' };

/** Kept over a reload: the selection, and the booking of an open payment. */
export interface PersistedCheckout {
  readonly selection: BookingSelection;
  readonly bookingId: string | null;
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
  /** The page's button closes the provider's checkout when the checkout has none. */
  | { type: 'checkout.cancelled' }
  | { type: 'app.resumed' }
  | { type: 'gateway.paid'; proof: PaymentProof }
  | { type: 'gateway.attemptFailed' }
  | { type: 'gateway.dismissed' }
  | { type: 'gateway.timedOut' }
  | { type: 'gateway.failed' }
  /** The checkout's window sent no message, for example because the browser blocked it; or it sent one later. */
  | { type: 'gateway.unresponsive' }
  | { type: 'gateway.responded' };

export interface CheckoutInput {
  readonly clock: Clock;
  readonly persisted?: PersistedCheckout | null;
}

declare module '../engine/system.ts' {
  interface EventsByFlow {
    checkout: CheckoutEvent;
  }
}

declare module '../engine/visit.ts' {
  interface PersistedState {
    readonly checkout?: PersistedCheckout | null;
  }
}
