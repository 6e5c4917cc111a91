import type { CancelTerms } from '../../../domain/bookings/terms.ts';
import { instantText } from '../../../domain/time/calendar.ts';
import { amountText } from '../../../domain/money/amounts.ts';
import { pointsFromHalf } from '../../../domain/money/points.ts';

type RefundTerms = Pick<
  CancelTerms,
  'percent' | 'refund' | 'freeUntil' | 'returnedBefore' | 'disputed' | 'onAccount'
>;

/** About earlier refunds, and about a refund that waits for a dispute. */
export function refundRemarks(
  { returnedBefore: before, disputed }: Pick<RefundTerms, 'returnedBefore' | 'disputed'>,
  isRefunded: boolean,
): readonly string[] {
  return [
    ...(before === undefined ? [] : [`${amountText(before)} of this booking has already been returned.`]),
    ...(disputed && isRefunded
      ? ['You have disputed the payment with your bank, so the refund waits until the dispute has ended.']
      : []),
  ];
}

/** The end of a sentence: the amount, its destination, the end of the free period, and earlier refunds. */
export const cancelRefundText = (terms: RefundTerms): string =>
  [cancelAmountText(terms), ...refundRemarks(terms, terms.refund.amount !== 0)].join(' ');

/** `cancelRefundText` without earlier refunds. */
export function cancelAmountText({
  percent,
  refund,
  freeUntil,
  returnedBefore,
  onAccount,
}: RefundTerms): string {
  if (refund.amount === 0) return 'nothing is refunded.';
  const amount = amountText(refund);
  const refundText =
    refund.with === 'points'
      ? `${amount} ${pointsFromHalf(refund.amount) === 1 ? 'is' : 'are'} returned to your balance`
      : `${amount}${returnedBefore === undefined ? ` (${percent}%)` : ' more'} ${onAccount ? 'is taken off the account of your company' : 'is refunded to your original payment method'}`;
  if (percent < 100 || freeUntil === null) return `${refundText}.`;
  return `${refundText}, until ${instantText(freeUntil)}.`;
}
