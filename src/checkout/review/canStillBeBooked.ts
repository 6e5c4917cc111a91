interface CheckoutSnapshot {
  hasTag(tag: 'paidLate' | 'startPassed'): boolean;
}

/** False when the selection cannot become a booking any more: nothing about it can be chosen, and it has no terms. */
export const canStillBeBooked = (checkout: CheckoutSnapshot): boolean =>
  !checkout.hasTag('paidLate') && !checkout.hasTag('startPassed');
