import type { CancelTerms } from '../../../contract/bookings/booking.ts';
import { instantText } from '../../../domain/time/calendar.ts';
import { isNothing, moneyText } from '../moneyText.ts';

type RefundTerms = Pick<
  CancelTerms,
  'paid_with' | 'percent' | 'refund' | 'free_until' | 'returned_before' | 'disputed'
>;

/** Sentences about what has gone back before, and about a refund that waits for a dispute. */
export function refundRemarks(
  {
    paid_with,
    returned_before: before,
    disputed,
  }: Pick<RefundTerms, 'paid_with' | 'returned_before' | 'disputed'>,
  isRefunded: boolean,
): readonly string[] {
  return [
    ...(before === undefined
      ? []
      : [`${moneyText(paid_with, before)} of this booking has already been returned.`]),
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
  paid_with,
  percent,
  refund,
  free_until,
  returned_before,
}: RefundTerms): string {
  if (isNothing(refund)) return 'nothing is refunded.';
  const amount = moneyText(paid_with, refund);
  const refundText =
    paid_with === 'points'
      ? `${amount} ${Number(refund) === 1 ? 'is' : 'are'} returned to your balance`
      : `${amount}${returned_before === undefined ? ` (${percent}%)` : ' more'} is refunded to your original payment method`;
  if (percent < 100 || free_until === null) return `${refundText}.`;
  return `${refundText}, until ${instantText(free_until)}.`;
}
