import { createHash } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { TaxDocumentContent } from '../../contract/invoices/taxDocuments.ts';
import { accountKind } from '../../domain/account/accountIdentity.ts';
import { emailKey } from '../../domain/account/email.ts';
import { pointsFromHalf } from '../../domain/money/points.ts';
import { rupees } from '../../domain/money/pricing.ts';
import type { RefundReason } from '../../domain/money/refundReasons.ts';
import { usableInvitation } from '../account/invitations/invitations.ts';
import { userByEmail, userById } from '../account/users.ts';
import {
  paidCustomerBooking,
  seriesOfBooking,
  type PaidCustomerBooking,
} from '../bookings/customerBookings.ts';
import { bookingEvent } from '../bookings/calendar/bookingEvent.ts';
import { entryIdentity, invitationOf, recordInvitation } from '../calendar/entries.ts';
import { iCalendar, type CalendarEvent } from '../calendar/ical.ts';
import type { Database, EmailTable, LinkPurpose, RefundTable } from '../platform/database/schema.ts';
import { currentBusiness } from '../content/business/business.ts';
import type { Business } from '../../domain/content/business.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { refundReason } from '../payments/refunds/refundReason.ts';
import { lastReturnOf } from '../ledger/entries.ts';
import { addressColumns } from '../rooms/rooms.ts';
import {
  addressChanged,
  changeAddress,
  finishRegistration,
  firstPassword,
  alreadyRegistered,
  confirmAddressEmail,
  companyDocument,
  invoiceCorrected,
  passwordChanged,
  reset,
  staffInvitation,
  welcome,
} from './accountEmails.ts';
import { asHtml } from './asHtml.ts';
import { asText } from './asText.ts';
import {
  booked,
  bookedSeries,
  cancelled,
  extensionLink,
  invitation,
  invitationEnded,
  moved,
  paidLate,
  taxDocument,
  paymentLink,
  refunded,
  reminder,
} from './bookingEmails.ts';
import { personName, type EmailContent } from './content.ts';
import { enquiry, enquiryReceived, enquiryReply } from './enquiryEmails.ts';
import { isStale } from './isStale.ts';
import type {
  BookingVersion,
  WaitingListEmail,
  EmailKind,
  EmailPayloads,
} from '../platform/database/emailPayloads.ts';
import { linksOn } from './links.ts';
import { linkToken } from '../outbox/linkToken.ts';
import { isWithoutPages, recipientAddress, recipientColumns } from './recipientAddress.ts';
import { pointsBought, pointsNotBought, pointsRefunded } from './pointEmails.ts';
import { waitingListFree, waitingListOffer } from './waitingListEmails.ts';
import type { Attachment, Invitation, EmailMessage } from '../platform/mail/mailer.ts';
import { canMail, type Mailbox } from '../platform/mail/mailSettings.ts';

/** Load the attachments of emails, by the type of the reference; a loader returns null while the file is not ready. */
export type AttachmentLoaders = Readonly<Record<string, (id: string) => Promise<Attachment | null>>>;

export interface ComposeDeps {
  readonly database: Database;
  readonly from: Mailbox;
  readonly businessAddress: string;
  /** Whether the mail server carries addresses that are not ASCII. */
  readonly carriesUtf8: boolean;
  /** Of the environment, until an owner enters other details. */
  readonly business: Business;
  /** Public origin of the site, for links. */
  readonly origin: string;
  /** The tokens of links are computed from it. */
  readonly linkSecret: string;
  readonly attachments: AttachmentLoaders;
}

export type StoredEmail = Selectable<EmailTable>;

/** Why an email is not sent: it is no longer true, the row that it is about no longer exists, or it has no recipient. */
export type DropReason = 'stale' | 'gone' | 'no-recipient';

/** Thrown for an email whose attachment is not ready; the email is tried again later. */
export class AttachmentNotReady extends Error {
  override readonly name = 'NotReady';
}

interface RecipientPerson {
  readonly name: string | null;
  readonly firstName: string | null;
  readonly address: string;
  /** Whether the account is closed or has lost its address, so that the reader cannot see pages of it. */
  readonly isClosed: boolean;
  /** Whether the desk made the account, and nobody can sign in to it yet. */
  readonly needsPassword: boolean;
}

interface EmailParts {
  readonly content: EmailContent;
  readonly invitation?: Invitation;
  readonly attachments?: readonly Attachment[];
  readonly replyTo?: string;
}

interface Context extends ComposeDeps {
  readonly to: RecipientPerson;
  readonly links: ReturnType<typeof linksOn>;
  readonly now: EpochMs;
}

async function recipientOf(
  { database, businessAddress, carriesUtf8 }: ComposeDeps,
  { kind, user_id, to_name, to_address }: StoredEmail,
): Promise<RecipientPerson | null> {
  if (user_id !== null) {
    const user = await database
      .selectFrom('app_user')
      .select(['first_name', 'last_name', 'made_by', 'email_confirmed_at', 'closed_at', ...recipientColumns])
      .where('id', '=', user_id)
      .executeTakeFirst();
    if (!user) return null;
    const address = recipientAddress(user, kind);
    if (address === null || !canMail(address, { carriesUtf8 })) return null;
    const { first_name, last_name } = user;
    return {
      name: personName(first_name, last_name),
      firstName: first_name,
      address,
      isClosed: isWithoutPages(user),
      needsPassword: accountKind(user) === 'desk-made',
    };
  }
  const address = to_address ?? (kind === 'enquiry' ? businessAddress : '');
  return canMail(address, { carriesUtf8 })
    ? { name: personName(to_name), firstName: to_name, address, isClosed: false, needsPassword: false }
    : null;
}

/** The same on every server and at every attempt. */
export const messageIdOf = (key: string, { address }: Mailbox): string => {
  const { hostname } = new URL(`http://${address.slice(address.indexOf('@') + 1)}`);
  return `<${createHash('sha256').update(key).digest('hex').slice(0, 40)}@${hostname}>`;
};

/** Calendar programs read it. The business is the organizer, and the recipient is the attendee. */
function calendarPart(
  method: Invitation['method'],
  event: CalendarEvent,
  organizer: Mailbox,
  { from, to }: Context,
): Invitation {
  const sentBy = emailKey(organizer.address) === emailKey(from.address) ? undefined : from.address;
  const attendee = { name: to.name, address: to.address };
  const invited = { ...event, invitation: { organizer: { ...organizer, sentBy }, attendee } };
  return { method, content: iCalendar({ method, events: [invited] }) };
}

/** An invitation, or its cancellation. */
async function invitationTo(
  booking: PaidCustomerBooking,
  method: Invitation['method'],
  context: Context,
): Promise<Invitation> {
  const { database, from, origin, now, to } = context;
  const entry = await recordInvitation(database, booking.id, { attendee: to.address, from, origin, now });
  return calendarPart(method, bookingEvent(booking, entry, context, now), entry.organizer, context);
}

/** Of a former address; a reason to drop it when that address is invited again. */
async function endedInvitationTo(
  booking: PaidCustomerBooking,
  context: Context,
): Promise<Invitation | DropReason> {
  const { database, from, origin, now, to } = context;
  const invited = await invitationOf(database, booking.id);
  if (!invited) return 'gone';
  const { attendee_address, organizer_address } = invited;
  if (attendee_address !== null && emailKey(attendee_address) === emailKey(to.address)) return 'stale';
  const identity = await entryIdentity(database, booking.id, origin);
  const event = { ...bookingEvent(booking, identity, context, now), isCancelled: true };
  const organizer =
    organizer_address === null
      ? from
      : { name: invited.organizer_name ?? from.name, address: organizer_address };
  return calendarPart('CANCEL', event, organizer, context);
}

async function loadBookingVersion(
  kind: EmailKind,
  { booking_id, sequence }: BookingVersion,
  { database }: Context,
): Promise<PaidCustomerBooking | DropReason> {
  const booking = await paidCustomerBooking(database, booking_id);
  if (!booking) return 'gone';
  return isStale({ kind, sequence }, booking) ? 'stale' : booking;
}

type EmailRefund = Pick<Selectable<RefundTable>, 'amount_paise' | 'refund_id' | 'bank_reference'> & {
  readonly reason: RefundReason;
};

/** Loads a refund and its booking; null when there is none. `idColumn`: the column of the id. */
async function loadRefund(
  idColumn: 'refund.id' | 'refund.payment_id',
  id: string,
  { database }: Context,
): Promise<{ found: EmailRefund; booking: PaidCustomerBooking } | null> {
  const found = await database
    .selectFrom('refund')
    .innerJoin('payment', 'payment.payment_id', 'refund.source_payment_id')
    .innerJoin('payment_order', 'payment_order.order_id', 'payment.order_id')
    .innerJoin('booking as paid', 'paid.id', 'payment_order.booking_id')
    .select(['refund.amount_paise', refundReason.as('reason'), 'refund.refund_id', 'refund.bank_reference'])
    .select('refund.booking_id as refunded_id')
    // The order of a move belongs to the row of the move, but the email is about the booking that moves.
    .select(['paid.id as paid_id', 'paid.moves_booking_id'])
    .where(idColumn, '=', id)
    .executeTakeFirst();
  const bookingId = found && (found.refunded_id ?? found.moves_booking_id ?? found.paid_id);
  const booking = bookingId && (await paidCustomerBooking(database, bookingId));
  return booking ? { found, booking } : null;
}

/** Loads a purchase of points by its id, or by a refund of one of its payments; null when there is none. */
async function loadPurchase(
  idColumn: 'point_purchase.id' | 'refund.id' | 'refund.payment_id',
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
    .where(idColumn, '=', id)
    .executeTakeFirst();
  if (!found) return null;
  const { half_points, amount_paise, back } = found;
  const amountPaise = idColumn === 'point_purchase.id' ? amount_paise : (back ?? amount_paise);
  const context = { firstName: to.firstName, points: pointsFromHalf(half_points), amountPaise, links };
  return { found, context };
}

/** Of a row that a payment link pays. */
async function linkOf({ database }: Context, bookingId: string) {
  const link = await database
    .selectFrom('payment_link')
    .innerJoin('payment_order', 'payment_order.order_id', 'payment_link.order_id')
    .select(['short_url', 'expires_at'])
    .where('payment_order.booking_id', '=', bookingId)
    .executeTakeFirst();
  return link && { url: link.short_url, until: link.expires_at.getTime() };
}

type Writer<Kind extends EmailKind> = (
  payload: EmailPayloads[Kind],
  context: Context,
) => Promise<EmailParts | DropReason>;

/**
 * The link of an email and the account that it is about: with a registration, the earlier account of the address. Null when a
 * newer link has replaced it, or when it has ended.
 */
async function loadLink(purpose: LinkPurpose, requestId: string, context: Context) {
  const { database, linkSecret } = context;
  const link = await database
    .selectFrom('account_link')
    .select(['user_id', 'email', 'device', 'expires_at'])
    .select(sql<boolean>`registration is not null`.as('is_registration'))
    .where('id', '=', requestId)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (!link) return null;
  const { user_id: userId, email, device, expires_at, is_registration: isRegistration } = link;
  const user = userId === null ? await userByEmail(database, email) : await userById(database, userId);
  return {
    ...accountContext(context),
    token: linkToken(linkSecret, purpose, requestId),
    account: user ? { firstName: user.first_name, since: user.created_at } : null,
    kind: user && accountKind(user),
    device,
    until: expires_at.getTime(),
    isRegistration,
    isNewAddress: user !== undefined && emailKey(user.email) !== emailKey(email),
  };
}

const accountContext = ({ to: { firstName }, links }: Context) => ({ firstName, links });

const reminderWriter =
  (kind: 'reminder-day' | 'reminder-hour'): Writer<typeof kind> =>
  async (payload, context) => {
    const booking = await loadBookingVersion(kind, payload, context);
    if (typeof booking === 'string') return booking;
    return { content: reminder({ ...context, booking, isSoon: kind === 'reminder-hour' }) };
  };

const taxDocumentWriter =
  (kind: 'invoice' | 'credit-note'): Writer<typeof kind> =>
  async ({ booking_id, number }, context) => {
    const booking = await paidCustomerBooking(context.database, booking_id);
    if (!booking) return 'gone';
    const issuedTaxDocument = await context.database
      .selectFrom('paper')
      .select(['total_paise', 'content'])
      .where('booking_id', '=', booking_id)
      .where('number', '=', number)
      .executeTakeFirst();
    if (!issuedTaxDocument) return 'gone';
    const { payment_id: paymentId } = JSON.parse(issuedTaxDocument.content) as TaxDocumentContent;
    const totalPaise = issuedTaxDocument.total_paise;
    return { content: taxDocument({ ...context, booking, kind, number, totalPaise, paymentId }) };
  };

/** The email is stale when the entry has changed. */
const waitingListWriter =
  (kind: 'waitlist-offer' | 'waitlist-free'): Writer<typeof kind> =>
  async ({ entry_id, letter }: WaitingListEmail, { database, linkSecret, links, now, to }) => {
    const entry = await database
      .selectFrom('waitlist_entry')
      .innerJoin('room', 'room.id', 'waitlist_entry.room_id')
      .select(['state', 'letters', 'misses', 'day', 'start_slot', 'end_slot', 'offered_until'])
      .select(['room.name', ...addressColumns])
      .where('waitlist_entry.id', '=', entry_id)
      .executeTakeFirst();
    if (!entry) return 'gone';
    if (entry.letters !== letter) return 'stale';
    const entryContext = {
      entry,
      firstName: to.firstName,
      href: links.waitingList(linkToken(linkSecret, 'waitlist', entry_id)),
    };
    if (kind === 'waitlist-free') {
      return entry.state === 'informed' ? { content: waitingListFree(entryContext) } : 'stale';
    }
    const isOpen = entry.state === 'offered' && (entry.offered_until?.getTime() ?? 0) > now;
    return isOpen ? { content: waitingListOffer(entryContext) } : 'stale';
  };

const writers: { readonly [Kind in EmailKind]: Writer<Kind> } = {
  welcome: async (_, context) => ({ content: welcome(accountContext(context)) }),
  'already-registered': async (_, context) => ({ content: alreadyRegistered(accountContext(context)) }),
  'confirm-address': async ({ request_id }, context) => {
    const link = await loadLink('confirm-address', request_id, context);
    if (link === null) return 'gone';
    if (link.isRegistration) return { content: finishRegistration(link) };
    return { content: link.isNewAddress ? changeAddress(link) : confirmAddressEmail(link) };
  },
  reset: async ({ request_id }, context) => {
    const link = await loadLink('reset', request_id, context);
    if (link === null) return 'gone';
    return { content: link.kind === 'desk-made' ? firstPassword(link) : reset(link) };
  },
  'staff-invitation': async ({ request_id }, context) => {
    const link = await loadLink('staff-invitation', request_id, context);
    const open = link && (await usableInvitation(context.database, context.to.address, context.now));
    if (!open) return 'gone';
    const { role, first_name, last_name } = open;
    return { content: staffInvitation({ ...link, role, inviter: personName(first_name, last_name) }) };
  },
  'password-changed': async (_, context) => ({ content: passwordChanged(accountContext(context)) }),
  'address-changed': async (_, context) => ({ content: addressChanged(accountContext(context)) }),

  enquiry: async ({ enquiry_id }, { database, carriesUtf8 }) => {
    const found = await database
      .selectFrom('enquiry')
      .select(['name', 'email', 'phone', 'enquire_for', 'wanted_on', 'people', 'message'])
      .where('id', '=', enquiry_id)
      .executeTakeFirst();
    if (!found) return 'gone';
    return {
      content: enquiry(found),
      ...(canMail(found.email, { carriesUtf8 }) && { replyTo: found.email }),
    };
  },
  'enquiry-reply': async ({ entry_id }, { database, business }) => {
    const found = await database
      .selectFrom('enquiry_entry')
      .select(['staff_name', 'text'])
      .where('id', '=', entry_id)
      .executeTakeFirst();
    return found && found.text !== null
      ? { content: enquiryReply({ by: found.staff_name, text: found.text, phone: business.phone }) }
      : 'gone';
  },
  'enquiry-received': async (_, { links, business }) => ({
    content: enquiryReceived({ links, phone: business.phone }),
  }),

  booked: async ({ others = [], ...first }, context) => {
    const found = [];
    for (const version of [first, ...others])
      found.push(await loadBookingVersion('booked', version, context));
    // A date of a series that was cancelled or moved before the email was sent is in a separate email.
    const [booking, ...otherBookings] = found
      .filter((each) => typeof each !== 'string')
      .toSorted((a, b) => a.day.localeCompare(b.day) || a.start_slot - b.start_slot);
    if (booking === undefined) return found[0] as DropReason;
    const entries: Invitation[] = [];
    for (const other of otherBookings) entries.push(await invitationTo(other, 'REQUEST', context));
    return {
      content:
        otherBookings.length === 0
          ? booked({ ...context, booking })
          : bookedSeries({ ...context, booking, bookings: [booking, ...otherBookings] }),
      invitation: await invitationTo(booking, 'REQUEST', context),
      // An invitation may have only one UID (RFC 5546, 3.2.2), so every further date has a file.
      attachments: entries.map(({ method, content }, index) => ({
        filename: `booking-${index + 2}.ics`,
        type: `text/calendar; charset=utf-8; method=${method}`,
        content: Buffer.from(content),
      })),
    };
  },
  moved: async (payload, context) => {
    const booking = await loadBookingVersion('moved', payload, context);
    if (typeof booking === 'string') return booking;
    return {
      content: moved({
        ...context,
        booking,
        refundPaise: payload.refund_paise,
        halfPoints: payload.half_points ?? 0,
        length: payload.length ?? null,
        returnedPoints: await lastReturnOf(context.database, booking.id),
      }),
      invitation: await invitationTo(booking, 'REQUEST', context),
    };
  },
  cancelled: async (payload, context) => {
    const booking = await loadBookingVersion('cancelled', payload, context);
    if (typeof booking === 'string') return booking;
    return {
      content: cancelled({
        ...context,
        booking,
        returnedPoints: await lastReturnOf(context.database, booking.id),
      }),
      invitation: await invitationTo(booking, 'CANCEL', context),
    };
  },
  invitation: async (payload, context) => {
    const booking = await loadBookingVersion('invitation', payload, context);
    if (typeof booking === 'string') return booking;
    return {
      content: invitation({ ...context, booking }),
      invitation: await invitationTo(booking, 'REQUEST', context),
    };
  },
  'invitation-ended': async ({ booking_id }, context) => {
    const booking = await paidCustomerBooking(context.database, booking_id);
    if (!booking) return 'gone';
    const ended = await endedInvitationTo(booking, context);
    if (typeof ended === 'string') return ended;
    return { content: invitationEnded({ booking }), invitation: ended };
  },
  'paid-late': async (payload, context) => {
    const refund = await loadRefund('refund.payment_id', payload.payment_id, context);
    if (!refund) {
      const purchase = await loadPurchase('refund.payment_id', payload.payment_id, context);
      if (!purchase) return 'gone';
      return { content: pointsNotBought({ ...purchase.context, reason: purchase.found.reason }) };
    }
    const { found, booking } = refund;
    const { amount_paise: amountPaise, reason } = found;
    return { content: paidLate({ ...context, booking, amountPaise, reason }) };
  },
  refunded: async (payload, context) => {
    const refund = await loadRefund('refund.id', payload.refund_id, context);
    if (!refund) {
      const purchase = await loadPurchase('refund.id', payload.refund_id, context);
      if (!purchase) return 'gone';
      const { refund_id: providerReference, bank_reference: bankReference } = purchase.found;
      return { content: pointsRefunded({ ...purchase.context, providerReference, bankReference }) };
    }
    const { found, booking } = refund;
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
  'reminder-day': reminderWriter('reminder-day'),
  'reminder-hour': reminderWriter('reminder-hour'),
  invoice: taxDocumentWriter('invoice'),
  'credit-note': taxDocumentWriter('credit-note'),
  'invoice-corrected': async ({ invoice_id }, { database, to: { firstName } }) => {
    const invoice = await database
      .selectFrom('paper')
      .select(['number', 'content'])
      .where('id', '=', invoice_id)
      .executeTakeFirst();
    const { replaces, supply } = invoice ? (JSON.parse(invoice.content) as TaxDocumentContent) : {};
    if (!invoice || !replaces) return 'gone';
    const { number: wrong, credit_note: creditNote } = replaces;
    const isOnAccount = supply?.of === 'account';
    return {
      content: invoiceCorrected({ firstName, number: invoice.number, wrong, creditNote, isOnAccount }),
    };
  },
  'company-document': async ({ number }, { database, to: { name } }) => {
    const found = await database
      .selectFrom('paper')
      .select(['content', 'total_paise'])
      .where('number', '=', number)
      .executeTakeFirst();
    const { supply, kind } = found ? (JSON.parse(found.content) as TaxDocumentContent) : {};
    if (!found || supply?.of !== 'account') return 'gone';
    const due = kind === 'invoice' ? supply.due : null;
    const total = rupees(found.total_paise);
    return { content: companyDocument({ firstName: name, number, month: supply.month, total, due }) };
  },
  'payment-link': async ({ booking_id }, context) => {
    const booking = await paidCustomerBooking(context.database, booking_id);
    const link = await linkOf(context, booking_id);
    if (!booking || !link) return 'gone';
    if (booking.status !== 'held') return 'stale';
    const bookings = await seriesOfBooking(context.database, booking_id);
    return { content: paymentLink({ ...context, booking, bookings, ...link }) };
  },
  'extension-link': async ({ booking_id }, context) => {
    const held = await context.database
      .selectFrom('booking')
      .select(['moves_booking_id', 'status', 'start_slot', 'end_slot', 'total_paise'])
      .where('id', '=', booking_id)
      .executeTakeFirst();
    const booking =
      held?.moves_booking_id && (await paidCustomerBooking(context.database, held.moves_booking_id));
    const link = await linkOf(context, booking_id);
    if (!held || !booking || !link) return 'gone';
    if (held.status !== 'moving') return 'stale';
    const { start_slot, end_slot, total_paise } = held;
    const longer = { ...booking, start_slot, end_slot };
    return {
      content: extensionLink({ ...context, booking: longer, amountPaise: total_paise ?? 0, ...link }),
    };
  },
  'points-bought': async ({ purchase_id, number }, context) => {
    const purchase = await loadPurchase('point_purchase.id', purchase_id, context);
    return purchase ? { content: pointsBought({ ...purchase.context, number }) } : 'gone';
  },
  'waitlist-offer': waitingListWriter('waitlist-offer'),
  'waitlist-free': waitingListWriter('waitlist-free'),
};

async function loadAttachments({ attachments }: ComposeDeps, email: StoredEmail): Promise<Attachment[]> {
  const files: Attachment[] = [];
  for (const { type, id } of email.attachments) {
    const file = await attachments[type]?.(id);
    if (!file) throw new AttachmentNotReady(`the ${type} of an email is not ready`);
    files.push(file);
  }
  return files;
}

/**
 * An email with the links that its reader can use: none to pages of a closed account, and for an account without a password the
 * way to one. That link contains no token, because people forward emails about bookings.
 */
function readableBy(
  to: RecipientPerson,
  content: EmailContent,
  { kind }: StoredEmail,
  links: Context['links'],
): EmailContent {
  const { blocks } = content;
  if (to.isClosed) return { ...content, blocks: blocks.filter((block) => !('action' in block)) };
  if (!to.needsPassword || kind === 'reset') return content;
  return {
    ...content,
    blocks: [
      ...blocks,
      {
        small: 'We created an account for you. To see your bookings online, choose a password for it first.',
      },
      { link: 'Choose a password', href: links.forgotPassword },
    ],
  };
}

/**
 * Composes the message of an email from the current data, or returns the reason to drop it. Throws `AttachmentNotReady` while an
 * attachment is not ready. `now`: the time of sending.
 */
export async function composeEmail(
  deps: ComposeDeps,
  email: StoredEmail,
  now: EpochMs,
): Promise<EmailMessage | DropReason> {
  const to = await recipientOf(deps, email);
  if (!to) return 'no-recipient';
  const business = await currentBusiness(deps.database, deps.business);
  const context: Context = { ...deps, business, to, links: linksOn(deps.origin), now };
  const write = writers[email.kind] as Writer<EmailKind>;
  const parts = await write(email.payload as EmailPayloads[EmailKind], context);
  if (typeof parts === 'string') return parts;
  const {
    content: whole,
    invitation: calendar = null,
    attachments = [],
    replyTo = deps.businessAddress,
  } = parts;
  const content = readableBy(to, whole, email, context.links);
  return {
    messageId: email.message_id ?? messageIdOf(email.dedupe_key, deps.from),
    from: deps.from,
    to: { name: to.name, address: to.address },
    replyTo,
    subject: content.subject,
    html: asHtml(content, context),
    text: asText(content, context),
    invitation: calendar,
    attachments: [...attachments, ...(await loadAttachments(deps, email))],
    date: now,
  };
}
