import type { SnapshotFrom } from 'xstate';
import type { checkoutMachine } from './checkout.ts';

/* What the booking page offers in the states of the checkout. */

type Checkout = SnapshotFrom<typeof checkoutMachine>;

/** CONFIRM is offered. It stays while a confirmed booking is in progress, so that it keeps the focus. */
export const offersConfirm = (checkout: Checkout): boolean =>
  checkout.hasTag('busy') || checkout.hasTag('signingIn') || checkout.can({ type: 'checkout.confirmed' });

/** The times of the selection can be changed: nothing is held for them. */
export const canChangeTimes = (checkout: Checkout): boolean =>
  checkout.matches('reviewing') || checkout.hasTag('slotsLost') || checkout.hasTag('timedOut');
