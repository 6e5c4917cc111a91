import type { CancelTerms } from '../../../machines/bookings/booking.ts';
import { instantText } from '../../../domain/time/calendar.ts';
import { isNothing, moneyText } from '../moneyText.ts';

type RefundTerms = Pick<
  CancelTerms,
  'paidWith' | 'percent' | 'refund' | 'freeUntil' | 'returnedBefore' | 'disputed'
>;

/** Sentences about what has gone back before, and about a refund that waits for a dispute. */
export function refundRemarks(
  {
    paidWith,
    returnedBefore: before,
    disputed,
  }: Pick<RefundTerms, 'paidWith' | 'returnedBefore' | 'disputed'>,
  isRefunded: boolean,
): readonly string[] {
  return [
    ...(before === undefined
      ? []
      : [`${moneyText(paidWith, before)} of this booking has already been returned.`]),
    ...(disputed && isRefunded
      ? ['You have disputed the payment with your bank, so the refund waits until the dispute has ended.']
      : []),
  ];
}

/**
 * The refund of cancelling as the end of a sentence: the amount, its destination, the end of the free period, and what has gone
 * back before.
 */
export const cancelRefundText = (terms: RefundTerms): string =>
  [cancelAmountText(terms), ...refundRemarks(terms, !isNothing(terms.refund))].join(' ');

/** `cancelRefundText` without what has gone back before. */
export function cancelAmountText({
  paidWith,
  percent,
  refund,
  freeUntil,
  returnedBefore,
}: RefundTerms): string {
  if (isNothing(refund)) return 'nothing is refunded.';
  const amount = moneyText(paidWith, refund);
  const refundText =
    paidWith === 'points'
      ? `${amount} ${Number(refund) === 1 ? 'is' : 'are'} returned to your balance`
      : `${amount}${returnedBefore === undefined ? ` (${percent}%)` : ' more'} is refunded to your original payment method`;
  if (percent < 100 || freeUntil === null) return `${refundText}.`;
  return `${refundText}, until ${instantText(freeUntil)}.`;
}
