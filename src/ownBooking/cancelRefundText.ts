import type { CancelTerms } from '../../contract/booking.ts';
import { instantText } from '../../domain/calendar.ts';
import { isNothing, moneyText } from './moneyText.ts';

type RefundTerms = Pick<CancelTerms, 'paid_with' | 'percent' | 'refund' | 'free_until'>;

/** The refund of cancelling as the end of a sentence: the amount, its destination, and the end of the free period. */
export function cancelRefundText({ paid_with, percent, refund, free_until }: RefundTerms): string {
  if (isNothing(refund)) return 'nothing is refunded.';
  const amount = moneyText(paid_with, refund);
  const refundText =
    paid_with === 'points'
      ? `${amount} ${Number(refund) === 1 ? 'is' : 'are'} returned to your balance`
      : `${amount} (${percent}%) is refunded to your original payment method`;
  if (percent < 100 || free_until === null) return `${refundText}.`;
  return `${refundText}, until ${instantText(free_until)}.`;
}
