import { sql } from 'kysely';
import { instantOf, addMonths, dateAt } from '../../domain/time/calendar.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { queueMonthInvoice, roomFacts } from '../invoices/queueTaxDocuments.ts';
import { lockPayments } from '../payments/refunds/refunds.ts';
import type { Database, Tx } from '../platform/database/schema.ts';
import type { AccountLine, SeriesLine } from '../platform/database/taxDocumentFacts.ts';
import { leftOfCharge, chargesWithBookings } from './charges.ts';

/* One invoice a month for each company: what was booked on account until the end of the month and has something left. */

/** The month before that of an instant, 'YYYY-MM' in IST. */
export const lastMonth = (now: EpochMs): string => addMonths(`${dateAt(now).slice(0, 7)}-01`, -1).slice(0, 7);

/** When a month is over. */
const endOf = (month: string): Date => new Date(instantOf(addMonths(`${month}-01`, 1), 0));

/** The charges of a company until the end of a month that no invoice has, and what is left of them; the earliest meeting first. */
export const chargesToInvoice = (database: Database | Tx, companyId: string, month: string) =>
  chargesWithBookings(database)
    .innerJoin('room', 'room.id', 'booking.room_id')
    .select(['payment.payment_id', 'booking.id as booking_id', 'booking.day', 'booking.start_slot'])
    .select([
      'booking.end_slot',
      'booking.slot_prices',
      sql<boolean>`paid.moves_booking_id is not null`.as('is_difference'),
    ])
    .select(sql<SeriesLine['room']>`${roomFacts}`.as('room'))
    .select(sql<number>`${leftOfCharge}::integer`.as('left'))
    .where('account_charge.company_id', '=', companyId)
    .where('invoice_due_id', 'is', null)
    .where('charged_at', '<', endOf(month))
    // A booking from before the invoices of companies has its own.
    .where(
      sql<boolean>`not exists (select from paper_due
        where paper_due.payment_id = account_charge.payment_id and paper_due.kind = 'invoice')`,
    )
    .orderBy('booking.day')
    .orderBy('booking.start_slot')
    .orderBy('payment.payment_id')
    .execute();

type Charge = Awaited<ReturnType<typeof chargesToInvoice>>[number];

/** One line for each booking. Only a difference is left of one that an earlier invoice has. */
function linesOf(charges: readonly Charge[]): AccountLine[] {
  const lines = new Map<string, AccountLine>();
  for (const { booking_id: bookingId, room, day, left, is_difference, ...booking } of charges) {
    const line = lines.get(bookingId);
    lines.set(bookingId, {
      bookingId,
      room,
      day,
      startSlot: booking.start_slot,
      endSlot: booking.end_slot,
      slotPrices: booking.slot_prices,
      amountPaise: left + (line?.amountPaise ?? 0),
      isDifference: is_difference && line?.isDifference !== false,
    });
  }
  return [...lines.values()];
}

/**
 * Queues the invoice of a company for a month that is over. False, with nothing changed, when the month has one already, or when
 * nothing is to be invoiced. A cancellation at the same moment is in this invoice, or gets its credit note: both lock the payments.
 */
export async function invoiceMonth(tx: Tx, companyId: string, month: string, now: EpochMs): Promise<boolean> {
  const company = await tx
    .selectFrom('company')
    .select(['name', 'address', 'gstin', 'state', 'is_sez', 'term_days'])
    .where('id', '=', companyId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const found = await chargesToInvoice(tx, companyId, month);
  await lockPayments(
    tx,
    found.map(({ payment_id }) => payment_id),
  );
  const charges = (await chargesToInvoice(tx, companyId, month)).filter(({ left }) => left > 0);
  const [first] = charges;
  if (!first) return false;
  const { name, address, gstin, state, is_sez: isSez, term_days: termDays } = company;
  const dueId = await queueMonthInvoice(tx, {
    companyId,
    paymentId: first.payment_id,
    amountPaise: charges.reduce((sum, { left }) => sum + left, 0),
    facts: {
      of: 'account',
      customer: { firstName: '', lastName: null },
      billing: { name, address, gstin, state, isSez },
      month,
      termDays,
      dates: linesOf(charges),
    },
    now,
  });
  if (dueId === null) return false;
  await tx
    .updateTable('account_charge')
    .set({ invoice_due_id: dueId })
    .where(
      'payment_id',
      'in',
      charges.map(({ payment_id }) => payment_id),
    )
    .execute();
  return true;
}

/** When the month of an instant is over, and its invoice is due. */
export const nextInvoiceAt = (now: EpochMs): Date => endOf(dateAt(now).slice(0, 7));
