import { addressLine } from '../../domain/addressLine.ts';
import { bookingReference } from '../../domain/bookingReference.ts';
import { brand } from '../../domain/brand.ts';
import { dateAt, addDays, fullDate, instantOf, longDate, timeAt } from '../../domain/calendar.ts';
import { policyInWords, refundTerms } from '../../domain/cancellation.ts';
import { type DeskMethod, deskMethodNames, deskMethodOf } from '../../domain/deskPayment.ts';
import { pointsAre, pointsFromHalf, pointsText } from '../../domain/points.ts';
import { paymentMethodNames } from '../../domain/paymentMethods.ts';
import { rupees } from '../../domain/pricing.ts';
import { refundReasonTexts, type RefundReason } from '../../domain/refundReasons.ts';
import { clockTime } from '../../domain/slots.ts';
import type { PaidCustomerBooking as CustomerBooking } from '../bookings/customerBookings.ts';
import { greeting, oneLine, type Block, type LetterContent } from './content.ts';
import type { Links } from './links.ts';
import { refundSent, type SentRefund } from './refundSent.ts';

interface AboutBooking {
  readonly booking: CustomerBooking;
  readonly links: Links;
  /** When the letter is sent, milliseconds since 1970. */
  readonly now: number;
}

const points = (halfPoints: number): string => pointsText(pointsFromHalf(halfPoints));

/** What was paid or comes back, in words. */
const amount = ({ paid_with }: CustomerBooking, value: number): string =>
  paid_with === 'card' ? rupees(value) : points(value);

type Fact = readonly [string, string];

const PURPOSES = { booking: 'Paid', move: 'Paid for the move', nothing: 'Paid, not needed' } as const;

/** Each payment with its method, reference and date. */
const paidFacts = (booking: CustomerBooking): Fact[] =>
  booking.paymentSummary.payments.map(({ for: purpose, method, amount: value, reference: id, at }) => [
    PURPOSES[purpose],
    [
      booking.paid_with === 'card'
        ? `${amount(booking, value)} ${paymentMethodNames[method]}`
        : points(value),
      longDate(dateAt(at.getTime())),
      ...(id === null ? [] : [oneLine(id)]),
    ].join(', '),
  ]);

/** What of it goes back or has gone back, unless that is `said` already, and what the booking costs then. */
const keptFacts = (booking: CustomerBooking, said: number | null = null): Fact[] => {
  const { paid: sum, refunded: back } = booking.paymentSummary;
  if (back === 0) return [];
  return [
    ...(back === said ? [] : [['Back in all', amount(booking, back)] as const]),
    ['It costs you', sum === back ? 'nothing' : amount(booking, sum - back)],
  ];
};

const times = ({ start_slot, end_slot }: CustomerBooking): string =>
  `${clockTime(start_slot)} to ${clockTime(end_slot)}`;
const startOf = ({ day, start_slot }: CustomerBooking): number => instantOf(day, start_slot);
const room = ({ room_name }: CustomerBooking): string => oneLine(room_name);
const hello = ({ first_name }: CustomerBooking): string => greeting(first_name);

const reference = ({ id }: CustomerBooking): string => bookingReference(id);

const what = (booking: CustomerBooking, ...more: (readonly [string, string])[]): Block => ({
  facts: [
    ['Room', room(booking)],
    ['Date', fullDate(booking.day)],
    ['Time', times(booking)],
    ['Where', oneLine(addressLine(booking))],
    ...more,
    ['Reference', reference(booking)],
  ],
});

const see = ({ booking, links }: AboutBooking): Block => ({
  action: 'See your booking',
  href: links.booking(booking.id),
});

/** 'Friday 21 November 2025 at 8:00 AM' of an instant. */
const dayAndTime = (instant: number): string => `${fullDate(dateAt(instant))} at ${timeAt(instant)}`;

/** The booking's policy in words, and until when everything comes back. */
function policyBlocks({ booking, now }: AboutBooking): Block[] {
  const { policy, paid_with, total_paise, half_points, confirmed_at, created_at } = booking;
  if (policy === null) return [];
  const bookedAt = (confirmed_at ?? created_at).getTime();
  const terms = refundTerms(policy, startOf(booking), bookedAt, now, {
    with: paid_with,
    amount: (paid_with === 'card' ? total_paise : half_points) ?? 0,
  });
  const free =
    terms.freeUntil !== null && terms.freeUntil > now
      ? `You can cancel without a fee until ${dayAndTime(terms.freeUntil)}. `
      : '';
  return [{ small: `${free}If you cancel: ${policyInWords(policy, paid_with).join(' ')}` }];
}

export const booked = (about: AboutBooking): LetterContent => ({
  subject: `Booked: ${room(about.booking)}, ${fullDate(about.booking.day)}`,
  preview: `${times(about.booking)}, ${about.booking.area_name}`,
  heading: 'Your room is booked',
  greeting: hello(about.booking),
  blocks: [
    { text: 'Your booking is confirmed. The calendar entry is attached.' },
    what(about.booking, ...paidFacts(about.booking), ...keptFacts(about.booking)),
    see(about),
    ...policyBlocks(about),
  ],
});

/** The link by which a booking that the desk holds is paid. `until`: milliseconds since 1970. */
export const paymentLink = (
  about: AboutBooking & { readonly url: string; readonly until: number },
): LetterContent => ({
  subject: `To pay: ${room(about.booking)}, ${fullDate(about.booking.day)}`,
  preview: `${rupees(about.booking.total_paise ?? 0)}, until ${dayAndTime(about.until)}`,
  heading: 'Your room is held for you',
  greeting: hello(about.booking),
  blocks: [
    {
      text: `Pay ${rupees(about.booking.total_paise ?? 0)} by ${dayAndTime(about.until)} to book it. The page below is the payment provider's; card and UPI work there.`,
    },
    { action: 'Pay now', href: about.url },
    what(about.booking, ['To pay', `${rupees(about.booking.total_paise ?? 0)}, with tax`]),
    {
      small:
        'When the time is over, the room is free for others, and nothing is charged. We write again when it is booked.',
    },
  ],
});

interface AboutMove extends AboutBooking {
  readonly refundPaise: number;
  readonly halfPoints: number;
}

/** What a move has returned or taken at once; null when nothing. A difference that was paid by card was paid knowingly. */
function differenceOf({ booking, refundPaise, halfPoints }: AboutMove): string | null {
  const pointsOfIt = pointsAre(pointsFromHalf(Math.abs(halfPoints)));
  if (refundPaise > 0 && deskMethodOf(booking.paid_by_payment_id) !== null) {
    return `It costs less than before: ${rupees(refundPaise)} goes back to you at the desk or by UPI.`;
  }
  if (refundPaise > 0) {
    return `It costs less than before: ${rupees(refundPaise)} goes back to the card or account that paid, usually within 5 to 7 working days.`;
  }
  if (halfPoints < 0) return `It costs less than before: ${pointsOfIt} back in your balance.`;
  return halfPoints > 0 ? `It costs more than before: ${pointsOfIt} taken from your balance.` : null;
}

export const moved = (about: AboutMove): LetterContent => ({
  subject: `Moved: ${room(about.booking)}, ${fullDate(about.booking.day)}`,
  preview: `Now ${times(about.booking)}`,
  heading: 'Your booking has moved',
  greeting: hello(about.booking),
  blocks: [
    { text: 'This is when and where it is now. The attached calendar entry replaces the one before.' },
    what(about.booking, ...paidFacts(about.booking), ...keptFacts(about.booking)),
    ...[differenceOf(about)].filter((text) => text !== null).map((text) => ({ text })),
    see(about),
    ...policyBlocks(about),
  ],
});

function returned(booking: CustomerBooking): string {
  const value = booking.returned ?? 0;
  if (value === 0) return 'By the terms of this booking nothing comes back.';
  if (booking.paid_with === 'points') {
    return `${pointsAre(pointsFromHalf(value))} back in your balance.`;
  }
  if (deskMethodOf(booking.paid_by_payment_id) !== null) {
    return `${rupees(value)} goes back to you at the desk or by UPI. We write again when it is back.`;
  }
  return `${rupees(value)} goes back to the card or account that paid, usually within 5 to 7 working days. We write again when it is on its way.`;
}

export const cancelled = (about: AboutBooking): LetterContent => ({
  subject: `Cancelled: ${room(about.booking)}, ${fullDate(about.booking.day)}`,
  preview: returned(about.booking),
  heading: 'Your booking is cancelled',
  greeting: hello(about.booking),
  blocks: [
    { text: 'The room is free for others again, and the attached calendar entry removes yours.' },
    { text: returned(about.booking) },
    what(
      about.booking,
      ...paidFacts(about.booking),
      [
        'Comes back',
        (about.booking.returned ?? 0) === 0 ? 'nothing' : amount(about.booking, about.booking.returned ?? 0),
      ],
      ...keptFacts(about.booking, about.booking.returned),
    ),
    see(about),
  ],
});

interface AboutRefund extends AboutBooking {
  readonly amountPaise: number;
}

/** What follows from it for the booking; nothing more when it stands as it was or was cancelled anyway. */
const AFTERWARDS: Partial<Record<RefundReason, string>> = {
  late: 'The room is not booked for you.',
  begun: 'The room is not booked for that time.',
  'move-ended': 'The booking was not moved.',
  'booking-ended': 'The room is not booked for you.',
  'account-closed': 'Nothing is booked for it.',
  'wrong-amount': 'It could not be used.',
};

interface AboutUnusedPayment extends AboutRefund {
  readonly reason: RefundReason;
}

export const paidLate = (about: AboutUnusedPayment): LetterContent => ({
  subject: `${rupees(about.amountPaise)} goes back to you`,
  preview: 'A payment that we could not use is refunded in full.',
  heading: 'We refund your payment',
  greeting: hello(about.booking),
  blocks: [
    { text: [refundReasonTexts[about.reason], AFTERWARDS[about.reason]].filter(Boolean).join(' ') },
    {
      text: `We refund all of it, ${rupees(about.amountPaise)}, to the card or account that paid, usually within 5 to 7 working days. There is nothing for you to do.`,
    },
    what(about.booking),
    see(about),
  ],
});

type AboutReturned = AboutRefund & SentRefund;

/** A refund that the desk has handed back. */
const handedBack = (about: AboutReturned, method: DeskMethod): LetterContent => ({
  subject: `Your refund of ${rupees(about.amountPaise)}`,
  preview: `You have it back ${deskMethodNames[method]}.`,
  heading: 'Your refund is back',
  greeting: hello(about.booking),
  blocks: [
    { text: `We have given ${rupees(about.amountPaise)} back to you ${deskMethodNames[method]}.` },
    {
      facts: [
        ['Amount', rupees(about.amountPaise)],
        ...(about.bankReference === null ? [] : [['Receipt', oneLine(about.bankReference)] as const]),
        ['Booking', `${room(about.booking)}, ${fullDate(about.booking.day)}, ${times(about.booking)}`],
        ['Reference', reference(about.booking)],
      ],
    },
    see(about),
  ],
});

/** A refund has gone back: by the provider, or by the desk. */
export function refunded(about: AboutReturned): LetterContent {
  const method = deskMethodOf(about.providerReference);
  return method === null ? sentBack(about) : handedBack(about, method);
}

const sentBack = (about: AboutReturned): LetterContent =>
  refundSent(about, {
    greeting: hello(about.booking),
    about: [
      ['Booking', `${room(about.booking)}, ${fullDate(about.booking.day)}, ${times(about.booking)}`],
      ['Reference', reference(about.booking)],
    ],
    see: see(about),
  });

/** 'today', 'tomorrow', or the date. */
function dayFrom(booking: CustomerBooking, now: number): string {
  const today = dateAt(now);
  if (booking.day === today) return 'today';
  return booking.day === addDays(today, 1) ? 'tomorrow' : `on ${fullDate(booking.day)}`;
}

/** A reminder, a day or an hour before; `isSoon` for the latter. */
export function reminder(about: AboutBooking & { readonly isSoon: boolean }): LetterContent {
  const { booking, isSoon, now } = about;
  const when = `${dayFrom(booking, now)} at ${clockTime(booking.start_slot)}`;
  return {
    subject: `${isSoon ? 'Soon' : 'Reminder'}: ${room(booking)}, ${when}`,
    preview: `${times(booking)}, ${oneLine(addressLine(booking))}`,
    heading: isSoon ? 'Your room is ready soon' : `Your booking is ${dayFrom(booking, now)}`,
    greeting: hello(booking),
    blocks: [
      { text: `${room(booking)} is yours ${when}.` },
      what(booking),
      see(about),
      ...(isSoon ? [] : policyBlocks(about)),
    ],
  };
}

interface AboutPaper extends AboutBooking {
  readonly kind: 'invoice' | 'credit-note';
  readonly number: string;
  readonly totalPaise: number;
  /** The payment that the invoice is of, or of which the credit note gives some back. */
  readonly paymentId: string;
}

/** An invoice or a credit note, which is attached. */
export function paper(about: AboutPaper): LetterContent {
  const { booking, kind, number, totalPaise, paymentId } = about;
  const name = kind === 'invoice' ? 'invoice' : 'credit note';
  const payment = booking.paymentSummary.payments.find(({ reference: id }) => id === paymentId);
  const total: Fact =
    kind === 'invoice'
      ? ['Paid', `${rupees(totalPaise)} ${paymentMethodNames[payment?.method ?? 'card-or-upi']}`]
      : ['Credited', rupees(totalPaise)];
  return {
    subject: `Your ${name} ${number} from ${brand.name}`,
    preview: `For ${room(booking)}, ${fullDate(booking.day)}`,
    heading: `Your ${name}`,
    greeting: hello(booking),
    blocks: [
      { text: `The ${name} ${number} for your booking is attached.` },
      what(booking, total),
      see(about),
    ],
  };
}
