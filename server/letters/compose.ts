import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { PaperContent } from '../../contract/papers.ts';
import { isMailable } from '../../domain/email.ts';
import { pointsFromHalf } from '../../domain/points.ts';
import type { RefundReason } from '../../domain/refundReasons.ts';
import { paidCustomerBooking, type PaidCustomerBooking } from '../bookings/customerBookings.ts';
import { bookingEvent } from '../calendar/bookingEvent.ts';
import { iCalendar } from '../calendar/ical.ts';
import type { Database, LetterTable, RefundTable } from '../database/schema.ts';
import { refundReason } from '../payments/refundReason.ts';
import { addressColumns } from '../rooms/rooms.ts';
import {
  addressChanged,
  alreadyRegistered,
  confirmAddress,
  passwordChanged,
  reset,
  welcome,
} from './accountLetters.ts';
import { asHtml } from './asHtml.ts';
import { asText } from './asText.ts';
import {
  booked,
  cancelled,
  moved,
  paidLate,
  paper,
  paymentLink,
  refunded,
  reminder,
} from './bookingLetters.ts';
import { isSentAfterClosing } from './closedAccounts.ts';
import { personName, type LetterContent } from './content.ts';
import { enquiry, enquiryReceived, enquiryReply } from './enquiryLetters.ts';
import { isStale } from './isStale.ts';
import type { BookingVersion, EntryLetter, LetterKind, LetterPayloads } from './letter.ts';
import { linksOn } from './links.ts';
import { linkToken } from './linkToken.ts';
import { pointsBought, pointsNotBought, pointsRefunded } from './pointLetters.ts';
import { waitlistFree, waitlistOffer } from './waitlistLetters.ts';
import type { Attachment, Invitation, Message } from './mailer.ts';
import type { Mailbox } from './mailSettings.ts';

/** Loads the files that letters refer to, by the type of the reference; null while a file is not ready. */
export type AttachmentLoaders = Readonly<Record<string, (id: string) => Promise<Attachment | null>>>;

export interface ComposeDeps {
  readonly database: Database;
  readonly from: Mailbox;
  readonly business: string;
  /** The site's public origin, which every link begins with. */
  readonly origin: string;
  /** What links' tokens are made with. */
  readonly linkSecret: string;
  readonly attachments: AttachmentLoaders;
}

export type StoredLetter = Selectable<LetterTable>;

/** Why a letter is not sent: it is not true any more, what it is about is gone, or nobody can get it. */
export type DropReason = 'stale' | 'gone' | 'no-recipient';

/** Thrown for a letter whose attachment is not ready: it is tried again. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}

interface Person {
  readonly name: string | null;
  readonly firstName: string | null;
  readonly address: string;
  /** There is no page of theirs to see any more. */
  readonly isClosed: boolean;
}

/** A letter in words, with what else goes into its message. */
interface Written {
  readonly content: LetterContent;
  readonly invitation?: Invitation;
  readonly replyTo?: string;
}

interface Context extends ComposeDeps {
  readonly to: Person;
  readonly links: ReturnType<typeof linksOn>;
  readonly now: number;
}

async function personOf(
  { database, business }: ComposeDeps,
  { kind, user_id, to_name, to_address }: StoredLetter,
): Promise<Person | null> {
  if (user_id !== null) {
    const user = await database
      .selectFrom('app_user')
      .select(['email', 'first_name', 'last_name', 'closing_email'])
      .where('id', '=', user_id)
      .executeTakeFirst();
    if (!user) return null;
    const { email, first_name, last_name, closing_email } = user;
    const isClosed = closing_email !== null;
    if (isClosed && !isSentAfterClosing(kind)) return null;
    const address = closing_email ?? email;
    if (!isMailable(address)) return null;
    return { name: personName(first_name, last_name), firstName: first_name, address, isClosed };
  }
  const address = to_address ?? (kind === 'enquiry' ? business : '');
  return isMailable(address)
    ? { name: personName(to_name), firstName: to_name, address, isClosed: false }
    : null;
}

/** The message's id: the same for the same letter, whichever server sends it. */
export const messageIdOf = (key: string, { address }: Mailbox): string => {
  const { hostname } = new URL(`http://${address.slice(address.indexOf('@') + 1)}`);
  return `<${createHash('sha256').update(key).digest('hex').slice(0, 40)}@${hostname}>`;
};

/** An invitation to a booking, or its cancellation; the business invites the customer. */
const invitationTo = (
  booking: PaidCustomerBooking,
  method: Invitation['method'],
  { from, to, origin, now }: Context,
): Invitation => ({
  method,
  content: iCalendar({
    method,
    events: [
      {
        ...bookingEvent(booking, origin, now),
        invitation: { organizer: from, attendee: { name: to.name, address: to.address } },
      },
    ],
  }),
});

async function aboutVersion(
  kind: LetterKind,
  { booking_id, sequence }: BookingVersion,
  { database }: Context,
): Promise<PaidCustomerBooking | DropReason> {
  const booking = await paidCustomerBooking(database, booking_id);
  if (!booking) return 'gone';
  return isStale({ kind, sequence }, booking) ? 'stale' : booking;
}

type FoundRefund = Pick<Selectable<RefundTable>, 'amount_paise' | 'refund_id' | 'bank_reference'> & {
  readonly reason: RefundReason;
};

/** A refund and its booking; `column` says by which id. */
async function aboutRefund(
  column: 'refund.id' | 'refund.payment_id',
  id: string,
  { database }: Context,
): Promise<{ found: FoundRefund; booking: PaidCustomerBooking } | null> {
  const found = await database
    .selectFrom('refund')
    .innerJoin('payment', 'payment.payment_id', 'refund.source_payment_id')
    .innerJoin('payment_order', 'payment_order.order_id', 'payment.order_id')
    .innerJoin('booking as paid', 'paid.id', 'payment_order.booking_id')
    .select(['refund.amount_paise', refundReason.as('reason'), 'refund.refund_id', 'refund.bank_reference'])
    .select('refund.booking_id as refunded_id')
    // What is paid for a move is an order of a row of its own; the letter is about the booking that moves.
    .select(['paid.id as paid_id', 'paid.moves_booking_id'])
    .where(column, '=', id)
    .executeTakeFirst();
  const aboutId = found && (found.refunded_id ?? found.moves_booking_id ?? found.paid_id);
  const booking = aboutId && (await paidCustomerBooking(database, aboutId));
  return booking ? { found, booking } : null;
}

/** A purchase of points, and a refund of a payment of its order if one is named. */
async function aboutPurchase(
  column: 'point_purchase.id' | 'refund.id' | 'refund.payment_id',
  id: string,
  { database, to, links }: Context,
) {
  const found = await database
    .selectFrom('point_purchase')
    .leftJoin('payment_order', 'payment_order.purchase_id', 'point_purchase.id')
    .leftJoin('payment', 'payment.order_id', 'payment_order.order_id')
    .leftJoin('refund', 'refund.source_payment_id', 'payment.payment_id')
    .select(['point_purchase.half_points', 'point_purchase.amount_paise'])
    .select([
      'refund.amount_paise as back',
      refundReason.as('reason'),
      'refund.refund_id',
      'refund.bank_reference',
    ])
    .where(column, '=', id)
    .executeTakeFirst();
  if (!found) return null;
  const { half_points, amount_paise, back } = found;
  const amountPaise = column === 'point_purchase.id' ? amount_paise : (back ?? amount_paise);
  const about = { firstName: to.firstName, points: pointsFromHalf(half_points), amountPaise, links };
  return { found, about };
}

type Writer<Kind extends LetterKind> = (
  payload: LetterPayloads[Kind],
  context: Context,
) => Promise<Written | DropReason>;

const toAccount = ({ to: { firstName }, links }: Context) => ({ firstName, links });

const remind =
  (kind: 'reminder-day' | 'reminder-hour'): Writer<typeof kind> =>
  async (payload, context) => {
    const booking = await aboutVersion(kind, payload, context);
    if (typeof booking === 'string') return booking;
    return { content: reminder({ ...context, booking, isSoon: kind === 'reminder-hour' }) };
  };

const withPaper =
  (kind: 'invoice' | 'credit-note'): Writer<typeof kind> =>
  async ({ booking_id, number }, context) => {
    const booking = await paidCustomerBooking(context.database, booking_id);
    if (!booking) return 'gone';
    const issued = await context.database
      .selectFrom('paper')
      .select(['total_paise', 'content'])
      .where('booking_id', '=', booking_id)
      .where('number', '=', number)
      .executeTakeFirst();
    if (!issued) return 'gone';
    const { payment_id: paymentId } = JSON.parse(issued.content) as PaperContent;
    const totalPaise = issued.total_paise;
    return { content: paper({ ...context, booking, kind, number, totalPaise, paymentId }) };
  };

/** A letter about an entry of the waiting list, as long as it says what is. */
const aboutEntry =
  (kind: 'waitlist-offer' | 'waitlist-free'): Writer<typeof kind> =>
  async ({ entry_id, letter }: EntryLetter, { database, linkSecret, links, now, to }) => {
    const entry = await database
      .selectFrom('waitlist_entry')
      .innerJoin('room', 'room.id', 'waitlist_entry.room_id')
      .select(['state', 'letters', 'misses', 'day', 'start_slot', 'end_slot', 'offered_until'])
      .select(['room.name', ...addressColumns])
      .where('waitlist_entry.id', '=', entry_id)
      .executeTakeFirst();
    if (!entry) return 'gone';
    if (entry.letters !== letter) return 'stale';
    const about = {
      entry,
      firstName: to.firstName,
      href: links.waitlist(linkToken(linkSecret, 'waitlist', entry_id)),
    };
    if (kind === 'waitlist-free') {
      return entry.state === 'informed' ? { content: waitlistFree(about) } : 'stale';
    }
    const isOpen = entry.state === 'offered' && (entry.offered_until?.getTime() ?? 0) > now;
    return isOpen ? { content: waitlistOffer(about) } : 'stale';
  };

const writers: { readonly [Kind in LetterKind]: Writer<Kind> } = {
  welcome: async (_, context) => ({ content: welcome(toAccount(context)) }),
  'already-registered': async (_, context) => ({ content: alreadyRegistered(toAccount(context)) }),
  'confirm-address': async ({ request_id }, context) => ({
    content: confirmAddress({
      ...toAccount(context),
      token: linkToken(context.linkSecret, 'confirm-address', request_id),
    }),
  }),
  reset: async ({ request_id }, context) => ({
    content: reset({ ...toAccount(context), token: linkToken(context.linkSecret, 'reset', request_id) }),
  }),
  'password-changed': async (_, context) => ({ content: passwordChanged(toAccount(context)) }),
  'address-changed': async (_, context) => ({ content: addressChanged(toAccount(context)) }),

  enquiry: async ({ enquiry_id }, { database }) => {
    const found = await database
      .selectFrom('enquiry')
      .select(['name', 'email', 'phone', 'enquire_for', 'wanted_on', 'people', 'message'])
      .where('id', '=', enquiry_id)
      .executeTakeFirst();
    if (!found) return 'gone';
    return { content: enquiry(found), ...(isMailable(found.email) && { replyTo: found.email }) };
  },
  'enquiry-reply': async ({ entry_id }, { database }) => {
    const found = await database
      .selectFrom('enquiry_entry')
      .select(['staff_name', 'text'])
      .where('id', '=', entry_id)
      .executeTakeFirst();
    return found && found.text !== null
      ? { content: enquiryReply({ by: found.staff_name, text: found.text }) }
      : 'gone';
  },
  'enquiry-received': async (_, { links }) => ({ content: enquiryReceived({ links }) }),

  booked: async (payload, context) => {
    const booking = await aboutVersion('booked', payload, context);
    if (typeof booking === 'string') return booking;
    return {
      content: booked({ ...context, booking }),
      invitation: invitationTo(booking, 'REQUEST', context),
    };
  },
  moved: async (payload, context) => {
    const booking = await aboutVersion('moved', payload, context);
    if (typeof booking === 'string') return booking;
    return {
      content: moved({
        ...context,
        booking,
        refundPaise: payload.refund_paise,
        halfPoints: payload.half_points ?? 0,
      }),
      invitation: invitationTo(booking, 'REQUEST', context),
    };
  },
  cancelled: async (payload, context) => {
    const booking = await aboutVersion('cancelled', payload, context);
    if (typeof booking === 'string') return booking;
    return {
      content: cancelled({ ...context, booking }),
      invitation: invitationTo(booking, 'CANCEL', context),
    };
  },
  'paid-late': async (payload, context) => {
    const about = await aboutRefund('refund.payment_id', payload.payment_id, context);
    if (!about) {
      const points = await aboutPurchase('refund.payment_id', payload.payment_id, context);
      if (!points) return 'gone';
      return { content: pointsNotBought({ ...points.about, reason: points.found.reason }) };
    }
    const { found, booking } = about;
    const { amount_paise: amountPaise, reason } = found;
    return { content: paidLate({ ...context, booking, amountPaise, reason }) };
  },
  refunded: async (payload, context) => {
    const about = await aboutRefund('refund.id', payload.refund_id, context);
    if (!about) {
      const points = await aboutPurchase('refund.id', payload.refund_id, context);
      if (!points) return 'gone';
      const { refund_id: providerReference, bank_reference: bankReference } = points.found;
      return { content: pointsRefunded({ ...points.about, providerReference, bankReference }) };
    }
    const { found, booking } = about;
    return {
      content: refunded({
        ...context,
        booking,
        amountPaise: found.amount_paise,
        providerReference: found.refund_id,
        bankReference: found.bank_reference,
      }),
    };
  },
  'reminder-day': remind('reminder-day'),
  'reminder-hour': remind('reminder-hour'),
  invoice: withPaper('invoice'),
  'credit-note': withPaper('credit-note'),
  'payment-link': async ({ booking_id }, context) => {
    const booking = await paidCustomerBooking(context.database, booking_id);
    const link = await context.database
      .selectFrom('payment_link')
      .innerJoin('payment_order', 'payment_order.order_id', 'payment_link.order_id')
      .select(['short_url', 'expires_at'])
      .where('payment_order.booking_id', '=', booking_id)
      .executeTakeFirst();
    if (!booking || !link) return 'gone';
    if (booking.status !== 'held') return 'stale';
    const { short_url: url, expires_at } = link;
    return { content: paymentLink({ ...context, booking, url, until: expires_at.getTime() }) };
  },
  'points-bought': async ({ purchase_id, number }, context) => {
    const points = await aboutPurchase('point_purchase.id', purchase_id, context);
    return points ? { content: pointsBought({ ...points.about, number }) } : 'gone';
  },
  'waitlist-offer': aboutEntry('waitlist-offer'),
  'waitlist-free': aboutEntry('waitlist-free'),
};

async function attached({ attachments }: ComposeDeps, letter: StoredLetter): Promise<Attachment[]> {
  const files: Attachment[] = [];
  for (const { type, id } of letter.attachments) {
    const file = await attachments[type]?.(id);
    if (!file) throw new NotReady(`the ${type} of a letter is not ready`);
    files.push(file);
  }
  return files;
}

/**
 * A letter as a message, from what the database says now; why it is dropped when there is nothing to say or nobody to
 * say it to. `now`: when it is sent. Throws `NotReady` while a file that it refers to is not there.
 */
export async function compose(
  deps: ComposeDeps,
  letter: StoredLetter,
  now: number,
): Promise<Message | DropReason> {
  const to = await personOf(deps, letter);
  if (!to) return 'no-recipient';
  const context: Context = { ...deps, to, links: linksOn(deps.origin), now };
  const write = writers[letter.kind] as Writer<LetterKind>;
  const written = await write(letter.payload as LetterPayloads[LetterKind], context);
  if (typeof written === 'string') return written;
  const { content: whole, invitation = null, replyTo = deps.business } = written;
  const content = to.isClosed
    ? { ...whole, blocks: whole.blocks.filter((block) => !('action' in block)) }
    : whole;
  return {
    messageId: letter.message_id ?? messageIdOf(letter.dedupe_key, deps.from),
    from: deps.from,
    to: { name: to.name, address: to.address },
    replyTo,
    subject: content.subject,
    html: asHtml(content, deps.origin),
    text: asText(content, deps.origin),
    invitation,
    attachments: await attached(deps, letter),
    date: now,
  };
}
