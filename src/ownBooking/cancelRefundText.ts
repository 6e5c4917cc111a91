import type { CancelTerms } from '../../contract/booking.ts';
import { instantText } from '../../domain/calendar.ts';
import { isNothing, moneyText } from './moneyText.ts';

type RefundTerms = Pick<
  CancelTerms,
  'paid_with' | 'percent' | 'refund' | 'free_until' | 'returned_before' | 'disputed'
>;

/** Says that a part of the price has gone back before. */
export const returnedText = (amount: string): string =>
  `${amount} of this booking has already been returned.`;

/** What has gone back before, and that the refund waits for a dispute; empty when neither is so. */
function remarks({ paid_with, refund, returned_before: before, disputed }: RefundTerms): string {
  const sentences = [
    ...(before === undefined ? [] : [returnedText(moneyText(paid_with, before))]),
    ...(disputed && !isNothing(refund)
      ? ['You have disputed the payment with your bank, so the refund waits until the dispute has ended.']
      : []),
  ];
  return sentences.map((sentence) => ` ${sentence}`).join('');
}

/**
 * The refund of cancelling as the end of a sentence: the amount, its destination, the end of the free period, and what has gone
 * back before.
 */
export const cancelRefundText = (terms: RefundTerms): string => cancelAmountText(terms) + remarks(terms);

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
