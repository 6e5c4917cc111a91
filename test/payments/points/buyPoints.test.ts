import { beforeEach, describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { MemberDetailsResponse } from '../../../contract/account/member.ts';
import { paths } from '../../../contract/paths.ts';
import type { PointsResponse, PurchaseResult, PointsPurchaseOrder } from '../../../contract/points/points.ts';
import { rupeesAmount } from '../../../domain/money/pricing.ts';
import type { SlotRange } from '../../../domain/time/slots.ts';
import { hashPassword } from '../../../server/account/passwords.ts';
import { reconcile } from '../../../server/payments/reconcile/reconcile.ts';
import { bookingFields, get, post, type ApiResponse, type SignedIn } from '../../api/client.ts';
import { issueDueTaxDocuments, issuedTaxDocuments } from '../../invoices/issuing.ts';
import { createUsers } from '../createUsers.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { CARDS, pay, payByCard } from '../payer.ts';
import { dataOf, DAY, ROOM, type Paid } from '../startPayments.ts';
import { deliver, eventOf, paymentOf } from '../webhooks.ts';

/* Lit points bought by card. */

withFreshPayments();
let balanceBefore: number;
beforeEach(async () => {
  balanceBefore = (await points()).balance;
});

const points = async () => dataOf(await get<PointsResponse>(server, paths.points, server.member.access));
const gainedPoints = async () => (await points()).balance - balanceBefore;

const buy = (
  fields: Record<string, unknown> = {},
  user: SignedIn = server.member,
): Promise<ApiResponse<{ data: PointsPurchaseOrder } & ErrorBody>> =>
  post(server, paths.buyPoints, { points: 10, amount: '7080.00', ...fields }, { token: user.access });

const completePurchase = (
  { purchase_id, amount }: PointsPurchaseOrder,
  paid: Paid,
  fields: Record<string, unknown> = {},
  user: SignedIn = server.member,
): Promise<ApiResponse<{ data: PurchaseResult } & ErrorBody>> =>
  post(
    server,
    paths.completePoints,
    {
      purchase_id,
      order_id: paid.razorpay_order_id,
      payment_id: paid.razorpay_payment_id,
      signature: paid.razorpay_signature,
      amount: rupeesAmount(amount),
      ...fields,
    },
    { token: user.access },
  );

const purchaseStatus = async ({ purchase_id }: PointsPurchaseOrder, user: SignedIn = server.member) => {
  const response = await get<{ data: PurchaseResult } & ErrorBody>(
    server,
    `${paths.pointPurchase}?purchase_id=${purchase_id}`,
    user.access,
  );
  return response.status === 200 ? response.body.data.status : response.body.error.code;
};

/** The order is checked at the provider until it is paid. */
const orderStatus = async ({ id }: PointsPurchaseOrder) =>
  (
    await server.database
      .selectFrom('payment_order')
      .select('status')
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow()
  ).status;

const refunds = () =>
  server.database
    .selectFrom('refund')
    .select(['source_payment_id', 'amount_paise', 'reason', 'late_cause'])
    .execute();
const emails = async () =>
  (await server.database.selectFrom('letter').select('kind').execute()).map(({ kind }) => kind);
const runReconciler = (hours = 0) => {
  server.clock.now += hours * 3_600_000 + 180_000;
  return reconcile(server.payments);
};

describe('a captured payment grants its points once', () => {
  test('with an entry in the ledger, a GST invoice and an email with the invoice', async () => {
    expect((await points()).price).toBe('708.00');
    const order = dataOf(await buy());
    expect(order).toMatchObject({ amount: 708_000, currency: 'INR', payer: { email: 'member@example.com' } });
    const paid = await pay(server, order);
    const response = await completePurchase(order, paid);
    expect(dataOf(response)).toEqual({ purchase_id: order.purchase_id, points: 10, status: 'granted' });
    await issueDueTaxDocuments(server);
    const { balance, entries } = await points();
    expect(balance - balanceBefore).toBe(10);
    const [invoice] = await issuedTaxDocuments(server.database);
    expect(entries[0]).toMatchObject({
      kind: 'purchase',
      points: 10,
      ends: 0,
      invoice: { number: invoice?.number },
    });
    expect(invoice).toMatchObject({
      kind: 'invoice',
      supply: { of: 'points', points: 10, sac: '997212' },
      amounts: { taxable: '6000.00', cgst: '540.00', sgst: '540.00', total: '7080.00' },
      payment_id: paid.razorpay_payment_id,
    });
    expect(await emails()).toEqual(['points-bought']);
    expect(await orderStatus(order)).toBe('paid');
    const taxDocument = await get(
      server,
      paths.taxDocument(entries[0]?.invoice?.id ?? ''),
      server.member.access,
    );
    expect(taxDocument.status).toBe(200);
  });

  test('and not those of another order of the member', async () => {
    const first = dataOf(await buy());
    const second = dataOf(await buy({ points: 5, amount: '3540.00' }));
    await completePurchase(second, await pay(server, second));
    expect(await gainedPoints()).toBe(5);
    expect([await purchaseStatus(first), await purchaseStatus(second)]).toEqual(['unpaid', 'granted']);
    expect([await orderStatus(first), await orderStatus(second)]).toEqual(['created', 'paid']);
  });

  test('also when an earlier buyer has closed their account', async () => {
    const [earlier] = (await createUsers(server, 1)) as [SignedIn];
    dataOf(await buy({}, earlier));
    await server.database
      .updateTable('app_user')
      .set({ closed_at: new Date(server.clock.now) })
      .where('id', '=', earlier.user_id)
      .execute();
    const order = dataOf(await buy());
    await completePurchase(order, await pay(server, order));
    expect(await gainedPoints()).toBe(10);
  });

  test('when it is reported several times', async () => {
    const order = dataOf(await buy());
    const paid = await pay(server, order);
    const captured = paymentOf(order as never, { id: paid.razorpay_payment_id });
    const reports = await Promise.all([
      completePurchase(order, paid),
      completePurchase(order, paid),
      deliver(server, eventOf('payment.captured', { payment: captured })),
      deliver(server, eventOf('order.paid', { payment: captured })),
    ]);
    expect(reports.map((each) => each.status)).toEqual([200, 200, 200, 200]);
    await runReconciler();
    await runReconciler(20);
    expect(await gainedPoints()).toBe(10);
    expect(await purchaseStatus(order)).toBe('granted');
    expect(await refunds()).toEqual([]);
  });

  test.each(['the webhook', 'the reconciler', 'the status request of the page', 'the webhook, the next day'])(
    'without the report of the browser, by %s',
    async (source) => {
      const order = dataOf(await buy());
      const paid = await pay(server, order);
      expect(await gainedPoints()).toBe(0);
      if (source.endsWith('day')) server.clock.now += 20 * 3_600_000;
      if (source.startsWith('the webhook')) {
        const captured = paymentOf(order as never, { id: paid.razorpay_payment_id });
        await deliver(server, eventOf('order.paid', { payment: captured }));
      } else if (source === 'the reconciler') await runReconciler();
      else await purchaseStatus(order);
      expect(await gainedPoints()).toBe(10);
    },
  );
});

test('a second payment of one order is refunded completely, with an email', async () => {
  const order = dataOf(await buy());
  const paid = await pay(server, order);
  await completePurchase(order, paid);
  await deliver(server, eventOf('payment.captured', { payment: paymentOf(order as never) }));
  expect(await refunds()).toEqual([
    {
      source_payment_id: 'pay_abcdefghij0001',
      amount_paise: 708_000,
      reason: 'second-payment',
      late_cause: null,
    },
  ]);
  expect(await gainedPoints()).toBe(10);
  expect(await emails()).toEqual(['paid-late']);
});

test('a payment with a wrong amount or for a closed account is refunded without points', async () => {
  const order = dataOf(await buy());
  const wrong = paymentOf(order as never, { amount: 100 });
  await deliver(server, eventOf('payment.captured', { payment: wrong }));
  expect(await refunds()).toMatchObject([{ amount_paise: 100, reason: 'wrong-amount' }]);
  expect(await purchaseStatus(order)).toBe('hold-over');
  const later = dataOf(await buy({ points: 1, amount: '708.00' }));
  const { user_id: id } = server.member;
  const closed = (closed_at: Date | null) =>
    server.database.updateTable('app_user').set({ closed_at }).where('id', '=', id).execute();
  await closed(new Date(server.clock.now));
  const late = paymentOf(later as never, { id: 'pay_abcdefghij0002' });
  await deliver(server, eventOf('payment.captured', { payment: late }));
  await closed(null);
  expect(await refunds()).toMatchObject([
    {},
    { amount_paise: 70_800, reason: 'late', late_cause: 'account-closed' },
  ]);
  expect(await gainedPoints()).toBe(0);
});

test('a repeated request gets the same order until it is paid', async () => {
  const [one, two] = await Promise.all([buy(), buy()]);
  expect(dataOf(two).id).toBe(dataOf(one).id);
  expect(dataOf(await buy({ points: 9, amount: '6372.00' })).id).not.toBe(dataOf(one).id);
  await completePurchase(dataOf(one), await pay(server, dataOf(one)));
  expect(dataOf(await buy()).id).not.toBe(dataOf(one).id);
});

test('a failed attempt is unpaid, and the status is unavailable when the provider is down', async () => {
  const order = dataOf(await buy());
  expect(await purchaseStatus(order)).toBe('unpaid');
  await payByCard(server, order, { number: CARDS.declined });
  expect(await purchaseStatus(order)).toBe('unpaid');
  server.provider.up = false;
  expect(await purchaseStatus(order)).toBe('unavailable');
});

test('a purchase is refused for guests, blocked users, wrong prices, wrong numbers, forged reports and other users', async () => {
  expect(await buy({}, server.guest)).toMatchObject({
    status: 403,
    body: { error: { code: 'not-a-member' } },
  });
  expect(await buy({}, server.blocked)).toMatchObject({ status: 403 });
  expect(await buy({ amount: '100.00' })).toMatchObject({
    status: 409,
    body: { error: { code: 'price-changed', amount: '7080.00' } },
  });
  for (const wrong of ['0', '1.5', '-3', '101', 'ten']) {
    expect(await buy({ points: wrong }), wrong).toMatchObject({ status: 400 });
  }
  const order = dataOf(await buy());
  const paid = await pay(server, order);
  expect(await completePurchase(order, paid, { signature: '0'.repeat(64) })).toMatchObject({ status: 400 });
  expect(await completePurchase(order, paid, {}, server.guest)).toMatchObject({ status: 404 });
  expect(await purchaseStatus(order, server.guest)).toBe('not-found');
  server.provider.up = false;
  expect(await completePurchase(order, paid)).toMatchObject({ status: 503 });
  expect(await buy({ points: 3, amount: '2124.00' })).toMatchObject({ status: 503 });
  server.provider.up = true;
  expect(await gainedPoints()).toBe(0);
});

describe('bought points', () => {
  const PASSWORD = 'Bought-Points-2025!';
  let buyer: SignedIn;
  beforeEach(async () => {
    [buyer] = (await createUsers(server, 1)) as [SignedIn];
    const order = dataOf(await buy({}, buyer));
    await completePurchase(order, await pay(server, order), {}, buyer);
  });
  const change = (values: { is_member?: boolean; password_hash?: string }) =>
    server.database.updateTable('app_user').set(values).where('id', '=', buyer.user_id).execute();
  const details = async () => {
    const path = `${paths.memberDetails}?uid=${buyer.user_id}`;
    return (await get<MemberDetailsResponse>(server, path, buyer.access)).body.data;
  };
  const book = async (range: SlotRange) =>
    (await post(server, paths.book, bookingFields(buyer, ROOM, DAY, range), { token: buyer.access })).status;

  test('are usable after the membership ended, and other points are not', async () => {
    await change({ is_member: false });
    expect(await details()).toMatchObject({ is_membership: true, monthly_limit: 10 });
    expect(await book({ start: 20, end: 38 })).toBe(200);
    expect(await book({ start: 38, end: 41 })).toBe(422);
    expect(await book({ start: 38, end: 40 })).toBe(200);
    expect(await details()).toMatchObject({ is_membership: false, monthly_limit: 0 });
    expect(await book({ start: 40, end: 41 })).toBe(403);
    expect((await buy({}, buyer)).body.error.code).toBe('not-a-member');
  });

  test('are not lost by closing the account before the owner has agreed to the loss', async () => {
    await change({ password_hash: await hashPassword(PASSWORD) });
    const booked = await post<{ data: { booking_id: string } }>(
      server,
      paths.book,
      bookingFields(buyer, ROOM, DAY, { start: 20, end: 22 }),
      { token: buyer.access },
    );
    const close = (fields: Record<string, unknown> = {}) =>
      post<ErrorBody>(server, paths.closeAccount, { password: PASSWORD, ...fields }, { token: buyer.access });
    expect((await close({ lost_points: 10 })).body.error.code).toBe('bookings-ahead');
    const { booking_id } = dataOf(booked);
    const cancelled = await post(server, paths.cancel, { booking_id, refund: '1' }, { token: buyer.access });
    expect(cancelled.status).toBe(200);
    const refused = { status: 409, body: { error: { code: 'points-left' } } };
    expect(await close()).toMatchObject({
      body: { error: { ...refused.body.error, points_left: { points: 10, amount: '7080.00' } } },
    });
    expect(await close({ lost_points: 9.5 })).toMatchObject(refused);
    expect(await close({ lost_points: 10 })).toMatchObject({ status: 200 });
  });
});
