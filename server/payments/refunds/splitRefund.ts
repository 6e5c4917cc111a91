import { MIN_REFUND } from '../../../domain/money/cancellation.ts';

/** In paise. */
export interface Refundable {
  readonly id: string;
  readonly leftPaise: number;
}

/**
 * Splits a refund over several payments, starting with the payment that has the most left. No part exceeds what is left of
 * its payment. A part below the provider's smallest refund takes the missing amount from the previous part, if that part
 * is large enough. Returns null when the payments together have less left than the amount.
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
    const missing = MIN_REFUND.card - paise;
    const before = parts.at(-1);
    if (missing > 0 && leftPaise >= MIN_REFUND.card && before && before.paise >= MIN_REFUND.card + missing) {
      before.paise -= missing;
      paise += missing;
      due += missing;
    }
    parts.push({ id, paise });
    due -= paise;
  }
  return due === 0 ? parts : null;
}
