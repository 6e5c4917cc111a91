import type { Booking } from '../../contract/booking.ts';
import { instantText, timeAt } from '../../domain/calendar.ts';
import { parseRupees, rupees } from '../../domain/pricing.ts';

/** The notice of an unpaid booking; null for a booking that is not waiting for a payment. */
export function unpaidText({ amount, unpaid }: Booking): string | null {
  if (!unpaid) return null;
  if (unpaid.by_link) {
    return `To book it, pay ${rupees(parseRupees(amount) ?? 0, 'always')} using the link in our email. The room is held for you until ${instantText(unpaid.until)}.`;
  }
  const startedText = `You started paying ${rupees(parseRupees(amount) ?? 0, 'always')} at ${timeAt(Date.parse(unpaid.since))}.`;
  const until = timeAt(Date.parse(unpaid.until));
  return unpaid.at_bank
    ? `${startedText} Your bank has not responded yet. If your bank or payment app asks you to approve it, do so by ${until}; the room is held until then.`
    : `${startedText} The room is held for you until ${until}. To finish, continue in the payment window, or choose the same room and time again.`;
}
