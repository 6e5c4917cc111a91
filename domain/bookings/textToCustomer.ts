import { brand } from '../content/brand.ts';
import { fullDate, instantText } from '../time/calendar.ts';
import { amountText } from '../money/amounts.ts';
import type { AmountPaid } from '../money/cancellation.ts';
import { rupees } from '../money/pricing.ts';
import { clockTime, type SlotRange } from '../time/slots.ts';

interface BookedTimes {
  readonly roomName: string;
  /** IST date. */
  readonly day: string;
  readonly range: SlotRange;
}

const placeAndTime = ({ roomName, day, range }: BookedTimes): string =>
  `${roomName}, ${fullDate(day)}, ${clockTime(range.start)} to ${clockTime(range.end)}`;

interface BookedDate extends BookedTimes {
  readonly amount: AmountPaid;
}

/** `dates`: those of its series that the text is about; none for a single booking. */
interface RepeatedTimes extends BookedTimes {
  readonly dates?: readonly BookedTimes[];
}

const datesOf = ({ dates = [], ...booking }: RepeatedTimes): readonly BookedTimes[] =>
  dates.length === 0 ? [booking] : dates;

/**
 * What the desk sends a customer by SMS or WhatsApp about a booking, with the price of all its dates. `address`: one line; '' if it
 * is not known.
 */
export function bookingText({
  reference,
  address,
  dates = [],
  ...booking
}: BookedDate & {
  readonly reference: string;
  readonly address: string;
  readonly dates?: readonly BookedDate[];
}): string {
  const booked = dates.length === 0 ? [booking] : dates;
  const amount = booked.reduce((sum, date) => sum + date.amount.amount, 0);
  return [
    booked.length > 1
      ? `${brand.name}: your ${booked.length} bookings are confirmed. Reference ${reference}.`
      : `${brand.name}: your booking ${reference} is confirmed.`,
    ...booked.map(placeAndTime),
    ...(address === '' ? [] : [address]),
    `Price: ${amountText({ with: booking.amount.with, amount })}`,
  ].join('\n');
}

/**
 * What the desk sends with a payment link, of a booking or for longer times of one. `paise`: what is to be paid. `until`: an ISO
 * instant. `address`: as for `bookingText`.
 */
export const paymentLinkText = (
  paidFor: 'booking' | 'extension',
  {
    paise,
    url,
    until,
    address = '',
    ...times
  }: RepeatedTimes & {
    readonly paise: number;
    readonly url: string;
    readonly until: string;
    readonly address?: string;
  },
): string =>
  [
    `${brand.name}: please pay ${rupees(paise, 'always')} ${
      paidFor === 'extension'
        ? 'to extend your booking'
        : `for your ${datesOf(times).length > 1 ? `${datesOf(times).length} bookings` : 'booking'}`
    }.`,
    ...datesOf(times).map(placeAndTime),
    ...(address === '' ? [] : [address]),
    `Pay here until ${instantText(until)}: ${url}`,
  ].join('\n');
