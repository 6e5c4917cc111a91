import { brand } from '../content/brand.ts';
import { fullDate, instantText } from '../time/calendar.ts';
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

/** What the desk sends a customer by SMS or WhatsApp about a booking. `address`: one line; '' if it is not known. */
export const bookingText = ({
  reference,
  address,
  ...times
}: BookedTimes & { readonly reference: string; readonly address: string }): string =>
  [
    `${brand.name}: your booking ${reference} is confirmed.`,
    placeAndTime(times),
    ...(address === '' ? [] : [address]),
  ].join('\n');

/** What the desk sends with a payment link. `paise`: what is to be paid. `until`: an ISO instant. */
export const paymentLinkText = ({
  paise,
  url,
  until,
  ...times
}: BookedTimes & { readonly paise: number; readonly url: string; readonly until: string }): string =>
  [
    `${brand.name}: please pay ${rupees(paise, 'always')} for your booking.`,
    placeAndTime(times),
    `Pay here until ${instantText(until)}: ${url}`,
  ].join('\n');
