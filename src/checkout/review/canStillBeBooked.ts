interface CheckoutSnapshot {
  hasTag(tag: 'paidLate' | 'startPassed'): boolean;
}

/** When false, nothing about the selection can be chosen, and it has no terms. */
export const canStillBeBooked = (checkout: CheckoutSnapshot): boolean =>
  !checkout.hasTag('paidLate') && !checkout.hasTag('startPassed');
