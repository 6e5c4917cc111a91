import type { Booking } from '../../../machines/bookings/booking.ts';
import { instantText, timeAt } from '../../../domain/time/calendar.ts';
import { approvalText } from '../../../domain/money/openAttempt.ts';
import { amountText } from '../../../domain/money/amounts.ts';

/**
 * In words of the payment's method. Null for a booking that is not waiting for a payment. The dates of a series wait for one
 * payment, whose amount is not that of a date.
 */
export function unpaidText({ amount, unpaid, series }: Booking): string | null {
  if (!unpaid) return null;
  const price = amountText(amount);
  if (unpaid.byLink) {
    return `To book it, pay ${price} using the link in our email. The room is held for you until ${instantText(unpaid.until)}.`;
  }
  const what = series ? `for all ${series.dates} dates` : price;
  const startedText = `You started paying ${what} at ${timeAt(Date.parse(unpaid.since))}.`;
  const heldText = `The room is held for you until ${timeAt(Date.parse(unpaid.until))}.`;
  return unpaid.atBank
    ? `${startedText} ${approvalText(unpaid.method)} ${heldText} You can also pay another way: if both payments go through, the second is refunded in full.`
    : `${startedText} The payment was not finished. ${heldText}`;
}
