import { addressLine } from '../../domain/rooms/addressLine.ts';
import { ARRIVAL_INSTRUCTIONS } from '../../domain/rooms/arrivalInstructions.ts';
import { bookingReference } from '../../domain/bookings/bookingReference.ts';
import { brand } from '../../domain/content/brand.ts';
import { dateAt, addDays, fullDate, instantOf, longDate, timeAt } from '../../domain/time/calendar.ts';
import { policyInWords, refundTerms } from '../../domain/money/cancellation.ts';
import {
  deskMethodOf,
  isOnAccount,
  type PayOutMethod,
  payOutMethodNames,
  payOutMethodOf,
} from '../../domain/money/deskPayment.ts';
import { mapLink } from '../../domain/rooms/mapLink.ts';
import { pointsAre, pointsFromHalf, pointsText } from '../../domain/money/points.ts';
import { paymentMethodNames } from '../../domain/money/paymentMethods.ts';
import { rupees } from '../../domain/money/pricing.ts';
import { refundReasonTexts, type RefundReason } from '../../domain/money/refundReasons.ts';
import { clockTime } from '../../domain/time/slots.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import type { PaidCustomerBooking as CustomerBooking } from '../bookings/customerBookings.ts';
import type { ReturnedPoints } from '../ledger/entries.ts';
import { addressOf } from '../rooms/rooms.ts';
import { greeting, oneLine, type Block, type EmailContent } from './content.ts';
import type { Links } from './links.ts';
import { refundSent, type SentRefund } from './refundSent.ts';

interface BookingContext {
  readonly booking: CustomerBooking;
  readonly links: Links;
  /** When the email is sent, milliseconds since 1970. */
  readonly now: EpochMs;
}

const halfPointsText = (halfPoints: number): string => pointsText(pointsFromHalf(halfPoints));

/** An amount of a booking as text: rupees, or points for a booking with points. */
const amountText = ({ paid_with }: CustomerBooking, value: number): string =>
  paid_with === 'card' ? rupees(value) : halfPointsText(value);

type Fact = readonly [string, string];

const PAYMENT_LABELS = {
  booking: 'Paid',
  move: 'Paid for the change',
  nothing: 'Paid, but not needed',
} as const;

/** One fact for each payment, with its method, date and reference. */
const paymentFacts = (booking: CustomerBooking): Fact[] =>
  booking.paymentSummary.payments.map(({ for: purpose, method, amount: value, reference: id, at }) => [
    PAYMENT_LABELS[purpose],
    [
      booking.paid_with === 'card'
        ? `${amountText(booking, value)} ${paymentMethodNames[method]}`
        : halfPointsText(value),
      longDate(dateAt(at.getTime())),
      ...(id === null ? [] : [oneLine(id)]),
    ].join(', '),
  ]);

/**
 * The total of the refunds of a booking, unless it equals the refund that the email already shows, and the remaining cost. Empty
 * without refunds.
 */
const costFacts = (booking: CustomerBooking, shownRefund: number | null = null): Fact[] => {
  const { paid, refunded: refundedAmount } = booking.paymentSummary;
  if (refundedAmount === 0) return [];
  return [
    ...(refundedAmount === shownRefund
      ? []
      : [['Total refund', amountText(booking, refundedAmount)] as const]),
    ['Final cost', paid === refundedAmount ? 'nothing' : amountText(booking, paid - refundedAmount)],
  ];
};

const timesText = ({ start_slot, end_slot }: CustomerBooking): string =>
  `${clockTime(start_slot)} to ${clockTime(end_slot)}`;
const startInstant = ({ day, start_slot }: CustomerBooking): number => instantOf(day, start_slot);
const roomName = ({ room_name }: CustomerBooking): string => oneLine(room_name);
const greetingTo = ({ first_name }: CustomerBooking): string => greeting(first_name);

const reference = ({ id }: CustomerBooking): string => bookingReference(id);

const bookingFacts = (booking: CustomerBooking, ...more: (readonly [string, string])[]): Block => ({
  facts: [
    ['Room', roomName(booking)],
    ['Date', fullDate(booking.day)],
    ['Time', timesText(booking)],
    ['Where', oneLine(addressLine(addressOf(booking)))],
    ...more,
    ['Reference', reference(booking)],
  ],
});

/** How to get in and the map, for a booking that takes place. */
const arrivalBlocks = (booking: CustomerBooking): Block[] => [
  { text: `How to get in: ${ARRIVAL_INSTRUCTIONS}` },
  { action: 'Open the map', href: mapLink(addressOf(booking)) },
];

const bookingLink = ({ booking, links }: BookingContext): Block => ({
  action: 'See your booking',
  href: links.booking(booking.id),
});

/** An instant as text: 'Friday 21 November 2025 at 8:00 AM'. */
const dayAndTime = (instant: number): string => `${fullDate(dateAt(instant))} at ${timeAt(instant)}`;

/** With the deadline for cancelling without a fee. */
function policyBlocks({ booking, now }: BookingContext): Block[] {
  const { policy, paid_with, total_paise, half_points, confirmed_at, created_at } = booking;
  if (policy === null) return [];
  const bookedAt = (confirmed_at ?? created_at).getTime();
  const terms = refundTerms(policy, startInstant(booking), bookedAt, now, {
    with: paid_with,
    amount: (paid_with === 'card' ? total_paise : half_points) ?? 0,
  });
  const freeText =
    terms.freeUntil !== null && terms.freeUntil > now
      ? `You can cancel free of charge until ${dayAndTime(terms.freeUntil)}. `
      : '';
  return [{ small: `${freeText}If you cancel: ${policyInWords(policy, paid_with).join(' ')}` }];
}

export const booked = (context: BookingContext): EmailContent => ({
  subject: `Booked: ${roomName(context.booking)}, ${fullDate(context.booking.day)}`,
  preview: `${timesText(context.booking)}, ${context.booking.area_name}`,
  heading: 'Your room is booked',
  greeting: greetingTo(context.booking),
  blocks: [
    { text: 'Your booking is confirmed. The calendar entry is attached.' },
    bookingFacts(context.booking, ...paymentFacts(context.booking), ...costFacts(context.booking)),
    ...arrivalBlocks(context.booking),
    bookingLink(context),
    ...policyBlocks(context),
  ],
});

/** All dates, the first one included; each can be changed by itself afterwards. */
export const bookedSeries = (
  context: BookingContext & { readonly bookings: readonly CustomerBooking[] },
): EmailContent => {
  const { booking, bookings } = context;
  const paid = bookings.reduce((sum, { paymentSummary }) => sum + paymentSummary.paid, 0);
  const rooms = [...new Map(bookings.map((each) => [each.room_name, each])).values()];
  const method = booking.paymentSummary.payments[0]?.method ?? 'card-or-upi';
  return {
    subject: `Booked: ${roomName(booking)}, ${bookings.length} dates from ${fullDate(booking.day)}`,
    preview: `${timesText(booking)}, ${booking.area_name}`,
    heading: `Your ${bookings.length} dates are booked`,
    greeting: greetingTo(booking),
    blocks: [
      {
        text: 'All dates are confirmed. Each of them can be moved or cancelled separately. The calendar entries are attached.',
      },
      {
        facts: [
          ...bookings.map((each): Fact => [
            fullDate(each.day),
            `${timesText(each)}, ${roomName(each)}, ${reference(each)}`,
          ]),
          ...rooms.map((each): Fact => [
            rooms.length === 1 ? 'Where' : `Where is ${roomName(each)}`,
            oneLine(addressLine(addressOf(each))),
          ]),
          [
            'Paid',
            booking.paid_with === 'card'
              ? `${rupees(paid)} ${paymentMethodNames[method]}`
              : halfPointsText(paid),
          ],
        ],
      },
      ...arrivalBlocks(booking),
      { action: 'See your bookings', href: context.links.bookings },
      ...(booking.policy === null
        ? []
        : [{ small: `If you cancel: ${policyInWords(booking.policy, booking.paid_with).join(' ')}` }]),
    ],
  };
};

/** For a booking, or all dates of a series, that the desk holds. `until`: the deadline. */
export const paymentLink = (
  context: BookingContext & {
    readonly bookings: readonly Omit<CustomerBooking, 'paymentSummary'>[];
    readonly url: string;
    readonly until: EpochMs;
  },
): EmailContent => {
  const { booking, bookings, url, until } = context;
  const price = rupees(bookings.reduce((sum, { total_paise }) => sum + (total_paise ?? 0), 0));
  const isSeries = bookings.length > 1;
  const toPay: Fact = ['To pay', `${price}, tax included`];
  return {
    subject: isSeries
      ? `Payment due: ${roomName(booking)}, ${bookings.length} dates from ${fullDate(booking.day)}`
      : `Payment due: ${roomName(booking)}, ${fullDate(booking.day)}`,
    preview: `${price}, until ${dayAndTime(until)}`,
    heading: isSeries ? `Your ${bookings.length} dates are held for you` : 'Your room is held for you',
    greeting: greetingTo(booking),
    blocks: [
      {
        text: `Pay ${price} by ${dayAndTime(until)} to confirm your booking. You pay by card or UPI on the page of our payment provider.`,
      },
      { action: 'Pay now', href: url },
      isSeries
        ? {
            facts: [
              ['Room', roomName(booking)],
              ...bookings.map((each): Fact => [
                fullDate(each.day),
                `${clockTime(each.start_slot)} to ${clockTime(each.end_slot)}, ${bookingReference(each.id)}`,
              ]),
              ['Where', oneLine(addressLine(addressOf(booking)))],
              toPay,
            ],
          }
        : bookingFacts(booking, toPay),
      {
        small:
          'If you do not pay in time, the room becomes available to others, and you are not charged. We will email you again when it is booked.',
      },
    ],
  };
};

/** For longer times of a booking; `booking` has them. `amountPaise`: what they cost; `until`: the deadline. */
export const extensionLink = (
  context: BookingContext & {
    readonly amountPaise: number;
    readonly url: string;
    readonly until: EpochMs;
  },
): EmailContent => ({
  subject: `Payment due for a longer booking: ${roomName(context.booking)}, ${fullDate(context.booking.day)}`,
  preview: `${rupees(context.amountPaise)}, until ${dayAndTime(context.until)}`,
  heading: 'Longer times are held for you',
  greeting: greetingTo(context.booking),
  blocks: [
    {
      text: `Pay ${rupees(context.amountPaise)} by ${dayAndTime(context.until)} to have the room from ${timesText(context.booking)}. You pay by card or UPI on the page of our payment provider.`,
    },
    { action: 'Pay now', href: context.url },
    bookingFacts(context.booking, ['To pay', `${rupees(context.amountPaise)}, tax included`]),
    {
      small:
        'If you do not pay in time, your booking stays as it is, and you are not charged. We will email you again when it is longer.',
    },
  ],
});

/** A calendar entry for the new address of its user. */
export const invitation = (context: BookingContext): EmailContent => ({
  subject: `For your calendar: ${roomName(context.booking)}, ${fullDate(context.booking.day)}`,
  preview: timesText(context.booking),
  heading: 'Your booking, for your new address',
  greeting: greetingTo(context.booking),
  blocks: [
    {
      text: 'Your account has a new email address. The calendar entry of your booking is attached; the one at your previous address is removed.',
    },
    bookingFacts(context.booking),
    bookingLink(context),
  ],
});

/** Removes the calendar entry at an address that is not invited any more. */
export const invitationEnded = ({ booking }: Pick<BookingContext, 'booking'>): EmailContent => ({
  subject: `Removed from this calendar: ${roomName(booking)}, ${fullDate(booking.day)}`,
  preview: timesText(booking),
  heading: 'A calendar entry has moved to another address',
  greeting: greeting(null),
  blocks: [
    {
      text: 'The account of this booking now has another email address. The attachment removes the calendar entry here.',
    },
    bookingFacts(booking),
    { small: 'The change of address itself does not cancel a booking.' },
  ],
});

interface ReturnContext extends BookingContext {
  /** Undefined when the booking has returned no points. */
  readonly returnedPoints: ReturnedPoints | undefined;
}

interface MoveContext extends ReturnContext {
  readonly refundPaise: number;
  readonly halfPoints: number;
  /** Null for another time or room. */
  readonly length: 'longer' | 'shorter' | null;
}

const moveTitles = {
  moved: { subject: 'Moved', heading: 'Your booking has moved' },
  longer: { subject: 'Extended', heading: 'Your booking is longer' },
  shorter: { subject: 'Shortened', heading: 'Your booking is shorter' },
} as const;

/** Until when returned points can be used, as a sentence with a leading space; empty for points that do not expire. */
function usableUntilText(returned: ReturnedPoints | undefined): string {
  if (returned === undefined || returned.expiring === 0) return '';
  const day = longDate(returned.until);
  if (returned.expiring === returned.halfPoints) return ` You can use them until ${day}.`;
  return ` You can use ${halfPointsText(returned.expiring)} of them until ${day}; the others do not expire.`;
}

/**
 * The amount that a move has refunded, or the points that it has deducted; null for neither. A difference that was paid by card is
 * not mentioned, because the customer paid it to make the move.
 */
function moveDifferenceText({
  booking,
  refundPaise,
  halfPoints,
  returnedPoints,
}: MoveContext): string | null {
  const pointsPhrase = pointsAre(pointsFromHalf(Math.abs(halfPoints)));
  if (refundPaise > 0 && isOnAccount(booking)) {
    return `The booking now costs less. ${rupees(refundPaise)} is taken off the account of your company.`;
  }
  if (refundPaise > 0 && deskMethodOf(booking.paid_by_payment_id) !== null) {
    return `The booking now costs less. We will return ${rupees(refundPaise)} to you at the desk or by UPI.`;
  }
  if (refundPaise > 0) {
    return `The booking now costs less. We will refund ${rupees(refundPaise)} to the card or account you paid with, usually within 5 to 7 working days.`;
  }
  if (halfPoints < 0) {
    return `The booking now costs less: ${pointsPhrase} back in your balance.${usableUntilText(returnedPoints)}`;
  }
  return halfPoints > 0 ? `The booking now costs more: ${pointsPhrase} taken from your balance.` : null;
}

export const moved = (context: MoveContext): EmailContent => ({
  subject: `${moveTitles[context.length ?? 'moved'].subject}: ${roomName(context.booking)}, ${fullDate(context.booking.day)}`,
  preview: `Now ${timesText(context.booking)}`,
  heading: moveTitles[context.length ?? 'moved'].heading,
  greeting: greetingTo(context.booking),
  blocks: [
    { text: 'These are the new details. The attached calendar entry replaces the previous one.' },
    bookingFacts(context.booking, ...paymentFacts(context.booking), ...costFacts(context.booking)),
    ...arrivalBlocks(context.booking),
    ...[moveDifferenceText(context)].filter((text) => text !== null).map((text) => ({ text })),
    bookingLink(context),
    ...policyBlocks(context),
  ],
});

function refundText({ booking, returnedPoints }: ReturnContext): string {
  const value = booking.returned ?? 0;
  if (value === 0) return 'Nothing is refunded.';
  if (booking.paid_with === 'points') {
    return `${pointsAre(pointsFromHalf(value))} back in your balance.${usableUntilText(returnedPoints)}`;
  }
  if (isOnAccount(booking)) return `${rupees(value)} is taken off the account of your company.`;
  if (deskMethodOf(booking.paid_by_payment_id) !== null) {
    return `We will return ${rupees(value)} to you at the desk or by UPI, and email you when this is done.`;
  }
  return `We will refund ${rupees(value)} to the card or account you paid with, usually within 5 to 7 working days. We will email you when it is on its way.`;
}

export const cancelled = (context: ReturnContext): EmailContent => ({
  subject: `Cancelled: ${roomName(context.booking)}, ${fullDate(context.booking.day)}`,
  preview: refundText(context),
  heading: 'Your booking is cancelled',
  greeting: greetingTo(context.booking),
  blocks: [
    { text: 'The room is available to others again. The attached calendar entry removes yours.' },
    { text: refundText(context) },
    bookingFacts(
      context.booking,
      ...paymentFacts(context.booking),
      [
        'Refund',
        (context.booking.returned ?? 0) === 0
          ? 'nothing'
          : amountText(context.booking, context.booking.returned ?? 0),
      ],
      ...costFacts(context.booking, context.booking.returned),
    ),
    bookingLink(context),
  ],
});

interface RefundContext extends BookingContext {
  readonly amountPaise: number;
}

/** What an unused payment means for the booking; no text when the booking has not changed or was cancelled anyway. */
const CONSEQUENCES: Partial<Record<RefundReason, string>> = {
  late: 'The room is not booked for you.',
  begun: 'The room is not booked for that time.',
  'move-ended': 'The booking was not changed.',
  'booking-ended': 'The room is not booked for you.',
  'account-closed': 'Nothing was booked.',
  'account-blocked': 'Nothing was booked.',
  'room-archived': 'The room is not booked for you.',
  'hours-closed': 'The room is not booked for you.',
  'wrong-amount': 'We could not use it.',
};

interface UnusedPaymentContext extends RefundContext {
  readonly reason: RefundReason;
}

export const paidLate = (context: UnusedPaymentContext): EmailContent => ({
  subject: `We are refunding ${rupees(context.amountPaise)}`,
  preview: 'A payment that we could not use is refunded in full.',
  heading: 'We are refunding your payment',
  greeting: greetingTo(context.booking),
  blocks: [
    { text: [refundReasonTexts[context.reason], CONSEQUENCES[context.reason]].filter(Boolean).join(' ') },
    {
      text: `We are refunding the full amount, ${rupees(context.amountPaise)}, to the card or account you paid with, usually within 5 to 7 working days. You do not need to do anything.`,
    },
    bookingFacts(context.booking),
    bookingLink(context),
  ],
});

type SentRefundContext = RefundContext & SentRefund;

const refundHandedBack = (context: SentRefundContext, method: PayOutMethod): EmailContent => ({
  subject: `Your refund of ${rupees(context.amountPaise)}`,
  preview: `We have paid it ${payOutMethodNames[method]}.`,
  heading: 'Your refund has been paid',
  greeting: greetingTo(context.booking),
  blocks: [
    { text: `We have paid ${rupees(context.amountPaise)} back to you ${payOutMethodNames[method]}.` },
    {
      facts: [
        ['Amount', rupees(context.amountPaise)],
        ...(context.bankReference === null ? [] : [['Receipt', oneLine(context.bankReference)] as const]),
        [
          'Booking',
          `${roomName(context.booking)}, ${fullDate(context.booking.day)}, ${timesText(context.booking)}`,
        ],
        ['Reference', reference(context.booking)],
      ],
    },
    bookingLink(context),
  ],
});

/** A refund was paid by the provider or by the desk. */
export function refunded(context: SentRefundContext): EmailContent {
  const method = payOutMethodOf(context.providerReference);
  return method === null ? refundSentByProvider(context) : refundHandedBack(context, method);
}

const refundSentByProvider = (context: SentRefundContext): EmailContent =>
  refundSent(context, {
    greeting: greetingTo(context.booking),
    purchaseFacts: [
      [
        'Booking',
        `${roomName(context.booking)}, ${fullDate(context.booking.day)}, ${timesText(context.booking)}`,
      ],
      ['Reference', reference(context.booking)],
    ],
    link: bookingLink(context),
  });

/** 'today', 'tomorrow', or 'on' and the date. */
function relativeDay(booking: CustomerBooking, now: EpochMs): string {
  const today = dateAt(now);
  if (booking.day === today) return 'today';
  return booking.day === addDays(today, 1) ? 'tomorrow' : `on ${fullDate(booking.day)}`;
}

/** A reminder a day before the start, or with `isSoon` an hour before it. */
export function reminder(context: BookingContext & { readonly isSoon: boolean }): EmailContent {
  const { booking, isSoon, now } = context;
  const when = `${relativeDay(booking, now)} at ${clockTime(booking.start_slot)}`;
  return {
    subject: `${isSoon ? 'Soon' : 'Reminder'}: ${roomName(booking)}, ${when}`,
    preview: `${timesText(booking)}, ${oneLine(addressLine(addressOf(booking)))}`,
    heading: isSoon ? 'Your booking starts soon' : `Your booking is ${relativeDay(booking, now)}`,
    greeting: greetingTo(booking),
    blocks: [
      { text: `${roomName(booking)} is yours ${when}.` },
      bookingFacts(booking),
      ...arrivalBlocks(booking),
      bookingLink(context),
      ...(isSoon ? [] : policyBlocks(context)),
    ],
  };
}

interface TaxDocumentContext extends BookingContext {
  readonly kind: 'invoice' | 'credit-note';
  readonly number: string;
  readonly totalPaise: number;
  /** Of the invoice, or the payment that the credit note refunds in part. */
  readonly paymentId: string;
}

/** The invoice or credit note is attached. */
export function taxDocument(context: TaxDocumentContext): EmailContent {
  const { booking, kind, number, totalPaise, paymentId } = context;
  const name = kind === 'invoice' ? 'invoice' : 'credit note';
  const payment = booking.paymentSummary.payments.find(({ reference: id }) => id === paymentId);
  const total: Fact =
    kind === 'invoice'
      ? ['Paid', `${rupees(totalPaise)} ${paymentMethodNames[payment?.method ?? 'card-or-upi']}`]
      : ['Credited', rupees(totalPaise)];
  return {
    subject: `Your ${name} ${number} from ${brand.name}`,
    preview: `For ${roomName(booking)}, ${fullDate(booking.day)}`,
    heading: `Your ${name}`,
    greeting: greetingTo(booking),
    blocks: [
      { text: `The ${name} ${number} for your booking is attached.` },
      bookingFacts(booking, total),
      bookingLink(context),
    ],
  };
}
