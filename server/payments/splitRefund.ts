import { SMALLEST_REFUND } from '../../domain/cancellation.ts';

/** What of a payment can still be refunded, in paise. */
export interface Refundable {
  readonly id: string;
  readonly leftPaise: number;
}

/**
 * Splits an amount over payments, those with the most left first, so that each part can be refunded: none is above what
 * is left of its payment, and none is below the provider's smallest refund where the parts before it can give some.
 * Returns null when the payments have less left than the amount.
 */
export function splitRefund(
  payments: readonly Refundable[],
  amountPaise: number,
): { id: string; paise: number }[] | null {
  const parts: { id: string; paise: number }[] = [];
  let due = amountPaise;
  for (const { id, leftPaise } of payments.toSorted((a, b) => b.leftPaise - a.leftPaise)) {
    let paise = Math.min(leftPaise, due);
    if (paise <= 0) break;
    const missing = SMALLEST_REFUND.card - paise;
    const before = parts.at(-1);
    if (
      missing > 0 &&
      leftPaise >= SMALLEST_REFUND.card &&
      before &&
      before.paise >= SMALLEST_REFUND.card + missing
    ) {
      before.paise -= missing;
      paise += missing;
      due += missing;
    }
    parts.push({ id, paise });
    due -= paise;
  }
  return due === 0 ? parts : null;
}
