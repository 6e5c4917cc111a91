import { sql } from 'kysely';
import { completePaymentRequest, createPaymentRequest } from '../../contract/bookings/booking.ts';
import { correctInvoiceRequest } from '../../contract/desk/invoices.ts';
import {
  addMemberRequest,
  recordTransferRequest,
  saveCompanyRequest,
} from '../../contract/desk/money/companies.ts';
import { handBackRequest, sellRequest } from '../../contract/desk/money/money.ts';
import { makeRefundRequest } from '../../contract/desk/money/refunds.ts';
import { billingRequest } from '../../contract/invoices/billing.ts';
import type { Role } from '../../domain/account/roles.ts';
import { MAX_ACCOUNT_PAISE } from '../../domain/money/companyAccount.ts';
import { deskMethodOf } from '../../domain/money/deskPayment.ts';
import { parsePaise } from '../../domain/money/amounts.ts';
import { priceOf, rupeesAmount } from '../../domain/money/pricing.ts';
import { addDays, instantOf } from '../../domain/time/calendar.ts';
import { bookingTimes, slotCount, type SlotRange } from '../../domain/time/slots.ts';
import { accountDeps } from '../../server/account/address/deps.ts';
import { staffChange, type AuditedResult, type Staff } from '../../server/audit/staffChange.ts';
import { cancelBooking } from '../../server/bookings/cancelBooking.ts';
import { cancellationRefund } from '../../server/bookings/cancelTerms.ts';
import { createPayment } from '../../server/checkout/create.ts';
import { saveBillingDetails } from '../../server/invoices/billingDetails.ts';
import { correctInvoice } from '../../server/invoices/correctInvoice.ts';
import { completePayment } from '../../server/payments/complete.ts';
import { processRefunds } from '../../server/payments/reconcile/processRefunds.ts';
import { leftOfBooking } from '../../server/payments/refunds/bookingLeft.ts';
import { bookingColumns } from '../../server/platform/database/columns.ts';
import type { Tx } from '../../server/platform/database/schema.ts';
import { deskCancel } from '../../server/sales/booking/deskCancel.ts';
import { addMember, recordTransfer, saveCompany } from '../../server/companies/companies.ts';
import { invoiceCompanies } from '../../server/companies/invoicing.ts';
import { makeRefund } from '../../server/sales/refunds/deskRefund.ts';
import { handBack } from '../../server/sales/refunds/money.ts';
import { sellAtDesk } from '../../server/sales/sale.ts';
import { readReport, storeReport } from '../../server/settlements/settlements.ts';
import { closeTill, loadTills } from '../../server/settlements/till.ts';
import { issueDueTaxDocuments } from '../invoices/issuing.ts';
import { createUsers } from './createUsers.ts';
import { pay } from './payer.ts';
import type { PaymentServer } from './startPayments.ts';

/*
 * A month of random sales at the desk, by card, and on the account of a company, with its transfers, refunds, corrected invoices, counts of the tills and reports of settlements, by
 * the functions that the routes call.
 */

/** The same numbers in every run (mulberry32). */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** What the month has done, by the test's own arithmetic. Amounts are in paise. */
export interface PlayedMonth {
  sales: number;
  refunds: number;
  corrections: number;
  onAccount: number;
  transfers: number;
  /** Paid by card at the provider, in cash and by UPI at the desk, and charged to and transferred by a company. */
  readonly sold: { card: number; desk: number; account: number };
  transferred: number;
  /** All refunds, also those that are not paid out yet; those on account, which nobody pays out. */
  refunded: number;
  refundedOnAccount: number;
  /** Missing when the tills were counted. */
  missing: number;
}

interface Month {
  /** IST date. */
  readonly first: string;
  readonly days: number;
  readonly sales: number;
  readonly seed: number;
}

/** A sold booking. */
interface Sale {
  readonly bookingId: string;
  readonly userId: string;
  readonly way: 'card' | 'desk' | 'account';
}

/** A company without a GSTIN, one with it, one of another state, and one in a special economic zone. */
const COMPANIES = [
  { company_name: 'Kadal Books', address: '4, Beach Road', state: '33' },
  { company_name: 'Neem Works', address: '12, Mount Road', gstin: '33AAACH7409R1Z8' },
  { company_name: 'Monsoon Press', address: '7, Fort', gstin: '27AAPFU0939F1ZV' },
  { company_name: 'Port Zone Unit', address: '1, Zone', gstin: '27AAPFU0939F1ZV', sez: true },
] as const;
const BUYERS = [{}, ...COMPANIES];

const CARD_CUSTOMERS = 20;
const COMPANY_MEMBERS = 5;

export async function playMonth(
  server: PaymentServer,
  { first, days, sales: count, seed }: Month,
): Promise<PlayedMonth> {
  const { database, payments, sandbox, clock, config } = server;
  const now = () => clock.now;
  const holds = { ...payments, unpaidLimits: config.unpaidLimits };
  const { sessions, links } = accountDeps(database, config, now);
  const pick = generator(seed);
  const oneOf = <T>(list: readonly T[]): T => list[pick(list.length)] as T;
  const played: PlayedMonth = {
    sales: 0,
    refunds: 0,
    corrections: 0,
    onAccount: 0,
    transfers: 0,
    sold: { card: 0, desk: 0, account: 0 },
    transferred: 0,
    refunded: 0,
    refundedOnAccount: 0,
    missing: 0,
  };
  clock.now = instantOf(first, 0);

  const staffOf = async (email: string, role: Exclude<Role, 'customer'>): Promise<Staff> => {
    const { id } = await database
      .selectFrom('app_user')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    return { id, name: email, role, second_factor: false };
  };
  const clerk = await staffOf('desk@example.com', 'staff');
  const owner = await staffOf('owner@example.com', 'owner');
  const clerks = [clerk, owner];
  const change = <T>(staff: Staff, work: (tx: Tx) => Promise<AuditedResult<T>>): Promise<T> =>
    staffChange({ database, now, staff, role: 'staff' }, work);
  let numbers = 0;
  const nextNumber = () => (numbers += 1);

  const cardCustomers = await createUsers(server, CARD_CUSTOMERS, {
    email_confirmed_at: new Date(clock.now),
  });
  for (const [index, { user_id }] of cardCustomers.entries())
    await saveBillingDetails(
      database,
      user_id,
      billingRequest.parse(BUYERS[index % BUYERS.length]),
      clock.now,
    );

  const { id: companyId } = await change(owner, (tx) =>
    saveCompany(
      tx,
      saveCompanyRequest.parse({
        version: 0,
        name: 'Kaveri Consulting',
        address: '9, Anna Salai',
        gstin: '33AAACH7409R1Z8',
        email: 'accounts@kaveri.example.com',
        limit: rupeesAmount(MAX_ACCOUNT_PAISE),
        term_days: 30,
      }),
      now(),
    ),
  );
  const memberIds = (
    await createUsers(server, COMPANY_MEMBERS, { email_confirmed_at: new Date(clock.now) })
  ).map(({ user_id }) => user_id);
  const members = await database
    .selectFrom('app_user')
    .select('email')
    .where('id', 'in', memberIds)
    .orderBy('created_at')
    .execute();
  for (const { email } of members)
    await change(owner, (tx) =>
      addMember(tx, addMemberRequest.parse({ company_id: companyId, email }), now()),
    );

  // Each room is filled from its opening on, so that no two sales have the same times.
  const rooms = await database
    .selectFrom('room')
    .select(['id', 'price_per_hour_paise as price', 'opens'])
    .orderBy('id')
    .execute();
  const filled = new Map<string, number>();
  function nextPlace(today: string): { mid: number; bdate: string; range: SlotRange; amount: number } {
    for (;;) {
      const room = oneOf(rooms);
      const bdate = addDays(today, 1 + pick(6));
      const start = filled.get(`${room.id} ${bdate}`) ?? room.opens[0] ?? 0;
      const range = { start, end: start + 1 + pick(3) };
      if (range.end > 48) continue;
      filled.set(`${room.id} ${bdate}`, range.end);
      return { mid: room.id, bdate, range, amount: priceOf(room.price, slotCount(range)).total };
    }
  }

  async function sellByCard(today: string): Promise<Sale> {
    const { range, amount, ...place } = nextPlace(today);
    const { user_id: userId } = oneOf(cardCustomers);
    const request = createPaymentRequest.parse({
      uid: userId,
      ...place,
      ...bookingTimes(range),
      amount: rupeesAmount(amount),
      currency: 'INR',
    });
    const { data: created } = await createPayment(holds, request, { id: userId, network: '127.0.0.1' });
    const paid = await pay(server, created);
    const bookingId = created.notes[2].booking_id;
    const report = {
      booking_id: bookingId,
      order_id: paid.razorpay_order_id,
      payment_id: paid.razorpay_payment_id,
      signature: paid.razorpay_signature,
      amount: rupeesAmount(amount),
    };
    await completePayment(payments, completePaymentRequest.parse(report), userId);
    played.sold.card += amount;
    return { bookingId, userId, way: 'card' };
  }

  async function sellByDesk(today: string, way: 'desk' | 'account'): Promise<Sale> {
    const { range, amount, ...place } = nextPlace(today);
    const number = nextNumber();
    const method = way === 'account' ? way : oneOf(['cash', 'upi']);
    const walkIn = pick(4) === 0 ? `walk-in-${number}@example.com` : `regular-${pick(10)}@example.com`;
    const email = way === 'account' ? oneOf(members).email : walkIn;
    const request = sellRequest.parse({
      email,
      first_name: 'Walk-in',
      phone: '+919840012345',
      ...place,
      ...bookingTimes(range),
      amount: rupeesAmount(amount),
      method,
      reference: method === 'upi' ? `4${number}` : '',
      ...(way === 'desk' && oneOf(BUYERS)),
    });
    const staff = oneOf(clerks);
    const { bookingId } = await change(staff, (tx) =>
      sellAtDesk(tx, request, { staff, passwordHash: '-', sessions, links, now }),
    );
    const { user_id: userId } = await database
      .updateTable('app_user')
      .set(({ fn, val }) => ({ email_confirmed_at: fn.coalesce('email_confirmed_at', val(new Date(now()))) }))
      .where('id', '=', ({ selectFrom }) =>
        selectFrom('booking').select('user_id').where('id', '=', bookingId),
      )
      .returning('id as user_id')
      .executeTakeFirstOrThrow();
    played.sold[way] += amount;
    if (way === 'account') played.onAccount += 1;
    return { bookingId, userId, way };
  }

  const bookingOf = (id: string) =>
    database.selectFrom('booking').select(bookingColumns).where('id', '=', id).executeTakeFirstOrThrow();

  function countRefund(way: Sale['way'], paise: number): void {
    played.refunds += 1;
    if (way === 'account') played.refundedOnAccount += paise;
    else played.refunded += paise;
  }

  /** Refunds an amount; the booking stays. */
  async function refundAmount({ bookingId, way }: Sale): Promise<void> {
    const { leftPaise } = await leftOfBooking(database, await bookingOf(bookingId));
    if (leftPaise < 200) return;
    const amount = 100 + pick(leftPaise - 100);
    const paidOut = way === 'card' && pick(5) !== 0 ? 'provider' : oneOf(['cash', 'upi']);
    const method = way === 'account' ? way : paidOut;
    const request = makeRefundRequest.parse({
      booking_id: bookingId,
      amount: rupeesAmount(amount),
      left: rupeesAmount(leftPaise),
      method,
      reference: method === 'upi' ? `9${nextNumber()}` : '',
      reason: 'The projector was broken',
    });
    await change(owner, (tx) => makeRefund(tx, request, { staff: owner, now: now() }));
    countRefund(way, amount);
  }

  /** Cancels by the policy of the booking, as its customer or at the desk. */
  async function cancel({ bookingId, userId, way }: Sale): Promise<void> {
    const booking = await bookingOf(bookingId);
    if (booking.status !== 'confirmed' || instantOf(booking.day, booking.start_slot) <= now()) return;
    const { refund } = await cancellationRefund(database, booking, now());
    if (way === 'card') await cancelBooking(payments, { booking_id: bookingId, refund }, userId);
    else {
      const request = { booking_id: bookingId, policy_refund: refund, refund, reason: 'The visitor is ill' };
      await change(clerk, (tx) => deskCancel(tx, request, { staff: clerk, now: now() }));
    }
    if (refund > 0) countRefund(way, refund);
  }

  /** The desk hands back most of what it has to. */
  async function handBackDue(): Promise<void> {
    const due = await database
      .selectFrom('refund')
      .select(['id', 'source_payment_id'])
      .where('status', '=', 'due')
      .orderBy('due_since')
      .orderBy('amount_paise')
      .execute();
    for (const { id } of due.filter(({ source_payment_id }) => deskMethodOf(source_payment_id) !== null)) {
      if (pick(6) === 0) continue;
      const method = oneOf(['cash', 'upi']);
      const request = { refund_id: id, method, reference: method === 'upi' ? `9${nextNumber()}` : '' };
      const staff = oneOf(clerks);
      await change(staff, (tx) => handBack(tx, handBackRequest.parse(request), { staff, now: now() }));
    }
  }

  /** A part of what the company owes. */
  async function transfer(date: string): Promise<void> {
    const open = played.sold.account - played.refundedOnAccount - played.transferred;
    if (open < 2) return;
    const amount = 1 + pick(open - 1);
    const request = recordTransferRequest.parse({
      company_id: companyId,
      received_on: date,
      amount: rupeesAmount(amount),
      reference: `NEFT${nextNumber()}`,
    });
    await change(owner, (tx) => recordTransfer(tx, request, { staff: owner, now: now() }));
    played.transferred += amount;
    played.transfers += 1;
  }

  async function correctOne(): Promise<void> {
    const invoices = await database
      .selectFrom('paper')
      .select('id')
      .where('kind', '=', 'invoice')
      .where(sql<boolean>`not exists (select from paper newer where newer.replaces_id = paper.id)
        and total_paise > coalesce((select sum(note.total_paise) from paper note where note.invoice_id = paper.id), 0)`)
      .orderBy('due_id')
      .execute();
    const invoice = oneOf(invoices);
    if (!invoice) return;
    const { company_name: name, ...buyer } = oneOf(COMPANIES);
    const request = correctInvoiceRequest.parse({
      invoice_id: invoice.id,
      reason: 'The customer has asked for it',
      ...buyer,
      company_name: `${name} ${nextNumber()}`,
    });
    await change(owner, (tx) => correctInvoice(tx, request, { config, now: now() }));
    played.corrections += 1;
  }

  async function closeTills(): Promise<void> {
    for (const till of await loadTills(database, owner)) {
      const missing = pick(4) === 0 ? pick(100) : 0;
      played.missing += missing;
      const expected = { cash: parsePaise(till.cash.expected), upi: parsePaise(till.upi.expected) };
      const signed = {
        clerk_id: till.clerk_id,
        number: till.number,
        cash_expected: expected.cash,
        upi_expected: expected.upi,
        cash: expected.cash - missing,
        upi: expected.upi,
        note: missing > 0 ? 'Some coins are missing' : undefined,
      };
      await change(owner, (tx) => closeTill(tx, signed, { staff: owner, now: now() }));
    }
  }

  const upload = async (name: string) => {
    const report = readReport(new TextEncoder().encode(await sandbox.settlementReport()), name);
    await change(owner, (tx) => storeReport(tx, report, { staff: owner, now: now() }));
  };

  const inCash = (date: string) => sellByDesk(date, 'desk');
  const onAccount = (date: string) => sellByDesk(date, 'account');
  const refundable: Sale[] = [];
  for (let index = 0; index < days; index += 1) {
    const date = addDays(first, index);
    const isLast = index === days - 1;
    for (const until = Math.ceil((count * (index + 1)) / days); played.sales < until; played.sales += 1) {
      clock.now = instantOf(date, 18 + pick(12));
      refundable.push(await oneOf([sellByCard, inCash, inCash, onAccount])(date));
    }
    // The database's clock dates payments by card; that of the test is another one.
    clock.now = instantOf(date, 30);
    await database
      .updateTable('payment')
      .set({ recorded_at: new Date(clock.now) })
      .where('recorded_at', '>', new Date(instantOf(addDays(first, days + 30), 0)))
      .execute();
    await issueDueTaxDocuments(server);
    clock.now = instantOf(date, 32);
    for (let each = 0; each < count / days / 4; each += 1)
      await (pick(2) === 0 ? refundAmount(oneOf(refundable)) : cancel(oneOf(refundable)));
    // What is due on the last evening stays open.
    if (!isLast) {
      await handBackDue();
      await processRefunds(payments);
      clock.now = instantOf(date, 40);
      await processRefunds(payments);
    }
    clock.now = instantOf(date, 44);
    await issueDueTaxDocuments(server);
    for (let each = 0; each < count / days / 20; each += 1) await correctOne();
    await closeTills();
    if (index % 5 === 4) await transfer(date);
    if (index % 7 === 6) await upload(`${date}.csv`);
  }
  // The company gets one invoice for the month.
  clock.now = instantOf(addDays(first, days), 20);
  const failures = await invoiceCompanies(payments);
  if (failures.length > 0) throw failures[0];
  await issueDueTaxDocuments(server);
  await upload('end.csv');
  await upload('again.csv');
  return played;
}
