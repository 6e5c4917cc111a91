import type { CancelTerms } from '../../contract/booking.ts';
import { instantText } from '../../domain/calendar.ts';
import { isNothing, moneyText } from './moneyText.ts';

type Returned = Pick<CancelTerms, 'paid_with' | 'percent' | 'refund' | 'free_until'>;

/** What cancelling returns, where to, and until when all of it does. */
export function returnText({ paid_with, percent, refund, free_until }: Returned): string {
  if (isNothing(refund)) return 'nothing comes back.';
  const amount = moneyText(paid_with, refund);
  const returned =
    paid_with === 'points'
      ? `${amount} ${Number(refund) === 1 ? 'comes' : 'come'} back to your balance`
      : `${amount} (${percent}%) goes back the way you paid`;
  if (percent < 100 || free_until === null) return `${returned}.`;
  return `${returned}, until ${instantText(free_until)}.`;
}
