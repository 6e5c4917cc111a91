import { type RawBuilder, type Selectable, sql } from 'kysely';
import { deskMethodOf } from '../../domain/money/deskPayment.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { refundColumns } from '../platform/database/columns.ts';
import type { Database, RefundTable, Tx } from '../platform/database/schema.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { AccountFacts, CreditNoteFacts, InvoiceFacts } from '../platform/database/taxDocumentFacts.ts';

/** SQL: the room of the outer query. */
export const roomFacts = sql`json_build_object('name', room.name, 'floor', room.floor, 'building_no', room.building_no,
    'street_name', room.street_name, 'area_name', room.area_name, 'city', room.city, 'pincode', room.pincode)`;

/** SQL: the dates of the series whose head is the outer query's booking. */
const seriesFacts = sql`(
    select json_agg(json_build_object('bookingId', dated.id, 'room', ${roomFacts},
      'day', to_char(dated.day, 'YYYY-MM-DD'), 'startSlot', dated.start_slot, 'endSlot', dated.end_slot,
      'slotPrices', dated.slot_prices,
      'amountPaise', series_date.amount) order by dated.day, dated.start_slot)
    from series_date join booking dated on dated.id = series_date.booking_id join room on room.id = dated.room_id
    where series_date.head_id = booking.id)`;

/** SQL: the customer of the outer query and the billing details, as keys and values. */
const partyFacts = sql`
  'customer', json_build_object('firstName', app_user.first_name, 'lastName', app_user.last_name,
    'email', case when app_user.email <> 'none:' || app_user.id then app_user.email end),
  'billing', case when billing_details.user_id is not null then json_build_object(
    'name', billing_details.name, 'address', billing_details.address,
    'gstin', billing_details.gstin, 'state', billing_details.state, 'isSez', billing_details.is_sez) end`;

const invoiceFacts = (paidFor: InvoiceFacts['of']): RawBuilder<string> => sql`json_build_object(
  'of', ${paidFor}::text,
  ${partyFacts},
  'room', ${roomFacts},
  'day', to_char(booking.day, 'YYYY-MM-DD'), 'startSlot', booking.start_slot, 'endSlot', booking.end_slot,
  'slotPrices', booking.slot_prices,
  'dates', ${paidFor === 'booking' ? seriesFacts : sql`null`})`;

const bookingWithParties = sql`booking
  join room on room.id = booking.room_id
  join app_user on app_user.id = booking.user_id
  left join billing_details on billing_details.user_id = booking.user_id`;

interface BookingInvoice {
  readonly bookingId: string;
  readonly paymentId: string;
  readonly amountPaise: number;
  /** What was paid: the booking, or the difference for a move to a more expensive time or room. */
  readonly paidFor: InvoiceFacts['of'];
  readonly now: EpochMs;
}

/**
 * Queues the invoice of a payment with the current booking, room and billing details. A second call for the payment does
 * nothing, and neither does one for a payment on account, which is on the invoice of a month. Must be called in the transaction in
 * which the payment pays the booking. A job numbers and issues the invoice after the commit.
 */
export async function queueInvoice(
  tx: Tx,
  { bookingId, paymentId, amountPaise, paidFor, now }: BookingInvoice,
): Promise<void> {
  if (deskMethodOf(paymentId) === 'account') return;
  const at = new Date(now);
  await sql`
    insert into paper_due (kind, booking_id, payment_id, amount_paise, facts, caused_at, next_try_at)
    select 'invoice', booking.id, ${paymentId}, ${amountPaise}::integer, ${invoiceFacts(paidFor)},
      ${at}::timestamptz, ${at}::timestamptz
    from ${bookingWithParties}
    where booking.id = ${bookingId}
    on conflict (payment_id) where kind = 'invoice' do nothing`.execute(tx);
  await queueCreditNotesOfEarlierReturns(tx, paymentId, now);
}

interface PointsInvoice {
  readonly purchaseId: string;
  readonly paymentId: string;
  readonly amountPaise: number;
  readonly now: EpochMs;
}

/** Queues the invoice of bought points, once, in the transaction that grants them. */
export async function queuePointsInvoice(
  tx: Tx,
  { purchaseId, paymentId, amountPaise, now }: PointsInvoice,
): Promise<void> {
  const at = new Date(now);
  await sql`
    insert into paper_due (kind, purchase_id, payment_id, amount_paise, facts, caused_at, next_try_at)
    select 'invoice', point_purchase.id, ${paymentId}, ${amountPaise}::integer, json_build_object(
      'of', 'points', ${partyFacts}, 'points', point_purchase.half_points / 2.0),
      ${at}::timestamptz, ${at}::timestamptz
    from point_purchase
    join app_user on app_user.id = point_purchase.user_id
    left join billing_details on billing_details.user_id = point_purchase.user_id
    where point_purchase.id = ${purchaseId}
    on conflict (payment_id) where kind = 'invoice' do nothing`.execute(tx);
  await queueCreditNotesOfEarlierReturns(tx, paymentId, now);
}

interface MonthInvoice {
  readonly companyId: string;
  /** Of its first booking: the key of the invoice. */
  readonly paymentId: string;
  readonly amountPaise: number;
  readonly facts: AccountFacts;
  readonly now: EpochMs;
}

/** Queues the invoice of a company for a month, once. Returns its id in the queue; null when the month has one already. */
export async function queueMonthInvoice(
  tx: Tx,
  { companyId, paymentId, amountPaise, facts, now }: MonthInvoice,
): Promise<number | null> {
  const queued = await tx
    .insertInto('paper_due')
    .values({
      kind: 'invoice',
      company_id: companyId,
      booking_id: null,
      payment_id: paymentId,
      refund_id: null,
      amount_paise: amountPaise,
      facts: JSON.stringify(facts),
      caused_at: new Date(now),
      next_try_at: new Date(now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return queued?.id ?? null;
}

interface CreditNote {
  /** Its price is refunded in part or in full; null for points. */
  readonly bookingId: string | null;
  /** Id of our refund. Each refund has one credit note. */
  readonly refundId: string;
  /** Refunded in part or in full. */
  readonly paymentId: string;
  readonly amountPaise: number;
  readonly reason: CreditNoteFacts['reason'];
  readonly now: EpochMs;
}

/**
 * Queues the credit note of a refund, once, in the transaction that makes the refund due. Does nothing for a payment without
 * an invoice, because there is no invoice to correct. A booking on account may be on the invoice of a month. The credit notes of an invoice never add up to more than the invoice.
 */
export async function queueCreditNote(
  tx: Tx,
  { bookingId, refundId, paymentId, amountPaise, reason, now }: CreditNote,
): Promise<void> {
  const at = new Date(now);
  const facts: CreditNoteFacts = { reason, ...(bookingId !== null && { bookingId }) };
  await sql`
    insert into paper_due (kind, booking_id, purchase_id, company_id, payment_id, refund_id, amount_paise, facts, caused_at,
      next_try_at)
    select 'credit-note', case when invoice.company_id is null then ${bookingId}::uuid end, invoice.purchase_id,
      invoice.company_id, payment_id, ${refundId}::uuid, credited, ${JSON.stringify(facts)}::jsonb,
      ${at}::timestamptz, ${at}::timestamptz
    from paper_due invoice cross join lateral (
      select least(${amountPaise}::integer, invoice.amount_paise - coalesce((
        select sum(note.amount_paise) from paper_due note
        where note.payment_id = invoice.payment_id and note.kind = 'credit-note'), 0))::integer as credited) rest
    where kind = 'invoice' and credited > 0
      and invoice.id = coalesce(
        (select invoice_due_id from account_charge where account_charge.payment_id = ${paymentId}),
        (select own.id from paper_due own where own.payment_id = ${paymentId} and own.kind = 'invoice'))
    on conflict (refund_id) where refund_id is not null do nothing`.execute(tx);
}

/**
 * Queues the credit note of a refund that was not made by us, once it is processed. A refund by us got its credit note when it
 * became due, and a part that was subtracted from it is in that credit note.
 */
export async function queueCreditNoteOfOutside(
  tx: Tx,
  { id, booking_id: bookingId, source_payment_id, amount_paise, reason, part_of }: Selectable<RefundTable>,
  now: EpochMs,
): Promise<void> {
  if (part_of !== null || (reason !== 'provider' && reason !== 'dispute')) return;
  const paid = { paymentId: source_payment_id, amountPaise: amount_paise };
  await queueCreditNote(tx, { bookingId, refundId: id, ...paid, reason, now });
}

/**
 * Queues the credit notes of what was returned of a payment before it had an invoice: the provider's list of refunds may be read
 * before the payment itself.
 */
async function queueCreditNotesOfEarlierReturns(tx: Tx, paymentId: string, now: EpochMs): Promise<void> {
  const processed = await tx
    .selectFrom('refund')
    .select(refundColumns)
    .where('source_payment_id', '=', paymentId)
    .where('status', '=', 'processed')
    .execute();
  for (const refund of processed) await queueCreditNoteOfOutside(tx, refund, now);
}

/** Bookings that are checked for a missing invoice at once. */
const CHECKED = 500;

/**
 * Queues the invoices of card bookings that a server of the previous version confirmed after `since`. Such a server does not
 * queue invoices and may run at the same time as this one. `now` and `since`: milliseconds since 1970.
 *
 * The new bookings are read first, in the order of their index: the planner knows neither `since` nor how few they are, and would
 * read whole tables to join them.
 */
export async function queueMissedInvoices(database: Database, since: number, now: EpochMs): Promise<void> {
  // As text, because a Date has no microseconds.
  let after = { confirmed_at: new Date(since).toISOString(), id: NO_ID };
  for (;;) {
    const { rows } = await sql<{ id: string; confirmed_at: string }>`
      select id, confirmed_at::text as confirmed_at from booking
      where paid_with = 'card' and confirmed_at is not null and confirmed_at >= ${after.confirmed_at}::timestamptz
        and (confirmed_at, id) > (${after.confirmed_at}::timestamptz, ${after.id}::uuid)
      order by booking.confirmed_at, id
      limit ${sql.lit(CHECKED)}`.execute(database);
    if (rows.length > 0) await inTransaction(database, (tx) => queueMissedInvoicesOf(tx, idsOf(rows), now));
    const last = rows.at(-1);
    if (!last || rows.length < CHECKED) return;
    after = last;
  }
}

/** Before all ids. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

async function queueMissedInvoicesOf(tx: Tx, bookingIds: readonly string[], now: EpochMs): Promise<void> {
  const { rows } = await sql<{ payment_id: string }>`
    insert into paper_due (kind, booking_id, payment_id, amount_paise, facts, caused_at, next_try_at)
    select 'invoice', booking.id, payment.payment_id, payment.amount_paise, ${invoiceFacts('booking')},
      booking.confirmed_at, ${new Date(now)}::timestamptz
    from ${bookingWithParties}
    join payment_order on payment_order.booking_id = booking.id
    join payment on payment.order_id = payment_order.order_id and payment.status = 'captured'
    where booking.id = any(${bookingIds}::uuid[]) and booking.paid_with = 'card' and booking.status = 'confirmed'
      and payment.payment_id not like 'desk\\_account\\_%'
      and booking.confirmed_at >= (select since from paper_start)
      and not exists (select from paper_due where paper_due.booking_id = booking.id)
      and not exists (select from refund where refund.payment_id = payment.payment_id)
    order by booking.confirmed_at
    on conflict (payment_id) where kind = 'invoice' do nothing
    returning payment_id`.execute(tx);
  for (const { payment_id } of rows) await queueCreditNotesOfEarlierReturns(tx, payment_id, now);
}
