import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { ReceivedPaymentsResponse } from '../../../contract/desk/money/payments.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { paths } from '../../../contract/paths.ts';
import { addDays, dateAt } from '../../../domain/time/calendar.ts';
import { bookingReference } from '../../../domain/bookings/bookingReference.ts';
import { bookingTimes } from '../../../domain/time/slots.ts';
import type { PointsPurchaseOrder } from '../../../contract/points/points.ts';
import { get, post, signIn, type SignedIn } from '../../api/client.ts';
import { issueDueTaxDocuments } from '../../invoices/issuing.ts';
import { bookByCard } from '../cancelling.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { pay } from '../payer.ts';
import { DAY, dataOf, ROOM } from '../startPayments.ts';

/* The desk's table of payments and its CSV file. */

withFreshPayments();
let desk: SignedIn | undefined;
let owner: SignedIn | undefined;
beforeEach(async () => {
  desk ??= await signIn(server, 'desk');
  owner ??= await signIn(server, 'owner');
});

const today = () => dateAt(server.clock.now);
const list = (from = today(), to = today()) =>
  get<ReceivedPaymentsResponse & ErrorBody>(
    server,
    `${deskPaths.payments}?from=${from}&to=${to}`,
    owner?.access,
  );
const file = async () => {
  const url = `${server.url}${deskPaths.reportFile}?from=${today()}&to=${today()}&table=payments`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${owner?.access}` } });
  return (await response.text()).trimEnd().split('\r\n');
};
/** The database's clock dates payments at the provider; that of the tests is another one. */
const dateByTestClock = () =>
  server.database
    .updateTable('payment')
    .set({ recorded_at: new Date(server.clock.now) })
    .execute();
const sell = async (fields: Record<string, unknown>): Promise<string> =>
  dataOf(
    await post<{ data: { booking_id: string } }>(
      server,
      deskPaths.sell,
      { email: 'guest@example.com', mid: ROOM, bdate: DAY, amount: '592.36', ...fields },
      { token: desk?.access },
    ),
  ).booking_id;

test('lists payments by card and at the desk with their invoices, references, refunds and totals', async () => {
  const card = await bookByCard(server, DAY, { start: 20, end: 22 });
  const cash = await sell({ ...bookingTimes({ start: 24, end: 26 }), method: 'cash' });
  const upi = await sell({ ...bookingTimes({ start: 28, end: 30 }), method: 'upi', reference: '=4711' });
  await issueDueTaxDocuments(server);
  await dateByTestClock();
  const cancelled = await post(
    server,
    deskPaths.cancel,
    { booking_id: cash, policy_refund: '592.36', refund: '100', reason: 'The projector is broken' },
    { token: desk?.access },
  );
  expect(cancelled.status).toBe(200);

  const { payments, totals } = dataOf(await list());
  const ofBooking = new Map(payments.map((payment) => [payment.booking_id, payment]));
  expect(payments).toHaveLength(3);
  expect(ofBooking.get(card.id)).toMatchObject({
    payment_id: card.paymentId,
    booking_reference: bookingReference(card.id),
    points: null,
    invoice: expect.stringMatching(/^\S+\/\d+$/) as string,
    method: 'card',
    payment_reference: null,
    provider_payment: card.paymentId,
    in_settlement: null,
    amount: '592.36',
    refunded: '0.00',
    state: 'kept',
  });
  expect(ofBooking.get(upi)).toMatchObject({
    method: 'desk-upi',
    payment_reference: '=4711',
    provider_payment: null,
    state: 'kept',
  });
  // The desk has not handed the refund back yet.
  expect(ofBooking.get(cash)).toMatchObject({
    method: 'desk-cash',
    payment_reference: null,
    refunded: '0.00',
    state: 'refund-due',
  });
  const { id } = await server.database.selectFrom('refund').select('id').executeTakeFirstOrThrow();
  await post(server, deskPaths.handBack, { refund_id: id, method: 'cash' }, { token: desk?.access });
  const later = dataOf(await list());
  expect(later.payments.find(({ booking_id }) => booking_id === cash)).toMatchObject({
    refunded: '100.00',
    state: 'partly-refunded',
  });
  expect(totals.map(({ method }) => method)).toEqual(['card', 'desk-cash', 'desk-upi']);
  expect(later.totals).toEqual([
    { method: 'card', payments: 1, amount: '592.36', refunded: '0.00', fees: '0.00' },
    { method: 'desk-cash', payments: 1, amount: '592.36', refunded: '100.00', fees: '0.00' },
    { method: 'desk-upi', payments: 1, amount: '592.36', refunded: '0.00', fees: '0.00' },
  ]);

  const [columns, ...rows] = await file();
  expect(columns).toBe(
    'Date,Time,Booking,Points,Invoice,Customer,Method,Reference,Payment ID,Amount,Refunded,Fee,Tax on the fee,Settlement,Status',
  );
  expect(rows).toHaveLength(3);
  // No spreadsheet runs the reference as a formula.
  expect(rows.find((row) => row.includes(bookingReference(upi)))).toMatch(
    /,UPI at the desk,'=4711,,592\.36,0,,,,Received$/,
  );
  expect(rows.find((row) => row.includes(bookingReference(cash)))).toMatch(
    /,Cash at the desk,,,592\.36,100,,,,Partly refunded$/,
  );
});

test('lists a purchase of points', async () => {
  const order = dataOf(
    await post<{ data: PointsPurchaseOrder }>(
      server,
      paths.buyPoints,
      { points: 10, amount: '7080.00' },
      { token: server.member.access },
    ),
  );
  const paid = await pay(server, order);
  await post(
    server,
    paths.completePoints,
    {
      purchase_id: order.purchase_id,
      order_id: paid.razorpay_order_id,
      payment_id: paid.razorpay_payment_id,
      signature: paid.razorpay_signature,
      amount: '7080.00',
    },
    { token: server.member.access },
  );
  await dateByTestClock();
  const { payments } = dataOf(await list());
  expect(payments).toMatchObject([
    { booking_id: null, booking_reference: null, points: 10, amount: '7080.00', method: 'card' },
  ]);
});

test('shows the latest payments of a large period, and the file has all of them', async () => {
  const card = await bookByCard(server, DAY, { start: 20, end: 22 });
  await sql`insert into payment (payment_id, order_id, amount_paise, status, recorded_at, method)
    select 'pay_copy' || place, order_id, amount_paise, status, recorded_at, method
    from payment, generate_series(1, 600) place where payment_id = ${card.paymentId}`.execute(
    server.database,
  );
  await dateByTestClock();
  const { payments, totals } = dataOf(await list());
  expect(payments).toHaveLength(200);
  expect(totals).toMatchObject([{ method: 'card', payments: 601 }]);
  const references = (await file()).slice(1).map((row) => row.split(',')[8]);
  expect(new Set(references).size).toBe(601);
});

test('has nothing for days without a payment, and refuses a period that ends before it begins', async () => {
  await bookByCard(server, DAY, { start: 20, end: 22 });
  await dateByTestClock();
  const yesterday = addDays(today(), -1);
  expect(dataOf(await list(yesterday, yesterday))).toEqual({ payments: [], totals: [], rooms: [] });
  expect((await list(today(), yesterday)).status).toBe(400);
});
