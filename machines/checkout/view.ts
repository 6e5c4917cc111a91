import type { SnapshotFrom } from 'xstate';
import type { checkoutMachine } from './checkout.ts';

/* What the booking page offers in the states of the checkout. */

type Checkout = SnapshotFrom<typeof checkoutMachine>;

/** Also while a confirmed booking is in progress, so that the button keeps the focus. */
export const offersConfirm = (checkout: Checkout): boolean =>
  checkout.hasTag('busy') || checkout.hasTag('signingIn') || checkout.can({ type: 'checkout.confirmed' });

/** Nothing is held for them. */
export const canChangeTimes = (checkout: Checkout): boolean =>
  checkout.matches('reviewing') || checkout.hasTag('slotsLost') || checkout.hasTag('timedOut');

/** When false, nothing about the selection can be chosen, and it has no terms. */
export const canStillBeBooked = (checkout: Pick<Checkout, 'hasTag'>): boolean =>
  !checkout.hasTag('paidLate') && !checkout.hasTag('startPassed');
