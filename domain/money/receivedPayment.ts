/**
 * What became of a payment that the business received: it is kept; a refund of it is not processed yet; it was returned in part or in
 * full.
 */
export const receivedPaymentStates = ['kept', 'refund-due', 'partly-refunded', 'refunded'] as const;
export type ReceivedPaymentState = (typeof receivedPaymentStates)[number];

/** Amounts in paise. `due`: of refunds that are not processed yet. */
export function receivedPaymentState(amount: number, refunded: number, due: number): ReceivedPaymentState {
  if (due > 0) return 'refund-due';
  if (refunded >= amount) return 'refunded';
  return refunded > 0 ? 'partly-refunded' : 'kept';
}

export const receivedPaymentStateNames: Readonly<Record<ReceivedPaymentState, string>> = {
  kept: 'Received',
  'refund-due': 'Refund due',
  'partly-refunded': 'Partly refunded',
  refunded: 'Refunded',
};
