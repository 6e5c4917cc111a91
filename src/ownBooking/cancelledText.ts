import type { BookingDetails } from '../../contract/bookingDetails.ts';
import { dateAt, longDate, timeAt } from '../../domain/calendar.ts';
import { isNothing, moneyText } from './moneyText.ts';

/** When the customer cancelled, and what came back. */
export function cancelledText(
  paidWith: BookingDetails['paid_with'],
  { at, returned }: NonNullable<BookingDetails['cancelled']>,
): string {
  const when = Date.parse(at);
  const cancelled = `You cancelled it on ${longDate(dateAt(when))}, ${timeAt(when)}.`;
  if (isNothing(returned)) return `${cancelled} Nothing came back.`;
  const amount = moneyText(paidWith, returned);
  if (paidWith === 'card') return `${cancelled} ${amount} goes back to where you paid from.`;
  return `${cancelled} ${amount} came back to your balance.`;
}
