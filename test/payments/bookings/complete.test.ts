import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { processRefunds } from '../../../server/payments/reconcile/processRefunds.ts';
import { settle } from '../../../server/payments/settle.ts';
import { bookingFields, get, post, errorWithoutId } from '../../api/client.ts';
import { CONFIRMED, created, HELD, withOpenPayment } from '../openPayment.ts';
import { server } from '../freshPayments.ts';
import { beginCard, CARDS, pay, payByCard, payByUpi } from '../payer.ts';
import {
  complete,
  create,
  dataOf,
  DAY,
  ROOM,
  bookingState,
  type CreatedPayment,
  type Paid,
} from '../startPayments.ts';

withOpenPayment();

const paymentNotVerified = { status: 400, body: { error: { code: 'payment-not-verified' } } };

/** Switches automatic capture off for an order, as a setting of the provider's account may. */
const setManualCapture = ({ id }: CreatedPayment) =>
  sql`update sandbox_order set capture = 'manual' where id = ${id}`.execute(server.database);

describe('a payment that the checkout reports', () => {
  test('confirms the booking, which is listed with its price', async () => {
    const paid = await pay(server, created);
    const response = await complete(server, created, paid);
    expect(dataOf(response)).toEqual({ booking_id: created.notes[2].booking_id, status: 'confirmed' });
    expect(await bookingState(server, created)).toEqual(CONFIRMED);
    expect((await get(server, paths.myBookings, server.guest.access)).body).toMatchObject({
      data: [{ id: created.notes[2].booking_id, paid_with: 'card', amount: '888.54', status: 'confirmed' }],
    });
  });

  test('confirms no slots of another booking', async () => {
    const other = dataOf(await create(server, { start: 30, end: 32 }, { user: server.member }));
    const expiriesOfOther = () =>
      server.database
        .selectFrom('booking_slot')
        .select(['slot', 'hold_expires_at'])
        .where('booking_id', '=', other.notes[2].booking_id)
        .orderBy('slot')
        .execute();
    const before = await expiriesOfOther();
    dataOf(await complete(server, created, await pay(server, created)));
    expect(await expiriesOfOther()).toEqual(before);
    expect(before).toMatchObject([{ hold_expires_at: expect.any(Date) as Date }, {}]);
  });

  test('with the alternative field names, as a form with a JSON content type, also confirms it', async () => {
    const paid = await pay(server, created);
    const form = new URLSearchParams({
      bid: created.notes[2].booking_id,
      oid: paid.razorpay_order_id,
      pid: paid.razorpay_payment_id,
      sign: paid.razorpay_signature,
      amount: '888.54',
    });
    const response = await fetch(server.url + paths.completePayment, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${server.guest.access}`,
      },
      body: form.toString(),
    });
    expect(response.status).toBe(200);
  });

  test('gets the same response each time it is reported, also concurrently', async () => {
    const paid = await pay(server, created);
    const responses = await Promise.all([complete(server, created, paid), complete(server, created, paid)]);
    const later = await complete(server, created, paid);
    for (const { status, body } of responses)
      expect({ status, body }).toEqual({ status: 200, body: later.body });
    expect(await bookingState(server, created)).toEqual(CONFIRMED);
  });

  test('after a declined card, on the same order, confirms the booking', async () => {
    expect((await payByCard(server, created, { number: CARDS.declined })).error).toBeDefined();
    expect(await bookingState(server, created)).toEqual(HELD);
    expect(dataOf(await complete(server, created, await pay(server, created)))).toMatchObject({
      status: 'confirmed',
    });
  });

  test('that is only authorised is captured, and confirms the booking', async () => {
    await setManualCapture(created);
    const paid = await pay(server, created);
    expect(dataOf(await complete(server, created, paid))).toMatchObject({ status: 'confirmed' });
    expect(await server.sdk.payments.fetch(paid.razorpay_payment_id)).toMatchObject({ status: 'captured' });
  });

  test('that is captured automatically during the call confirms the booking', async () => {
    await setManualCapture(created);
    const paid = await pay(server, created);
    const { capture } = server.gateway;
    Object.assign(server.gateway, {
      capture: async (...args: Parameters<typeof capture>) => {
        await capture(...args);
        return capture(...args);
      },
    });
    const response = await complete(server, created, paid);
    Object.assign(server.gateway, { capture });
    expect(dataOf(response)).toMatchObject({ status: 'confirmed' });
  });

  test('in the grace after the checkout has closed still confirms the booking', async () => {
    const paid = await pay(server, created);
    server.clock.now += 779_000;
    expect(dataOf(await complete(server, created, paid))).toMatchObject({ status: 'confirmed' });
  });
});

describe('a report is refused and the hold stays for', () => {
  const wrongReports: [string, (paid: Paid) => Record<string, unknown>][] = [
    ['another signature', () => ({ signature: 'a'.repeat(64) })],
    ['another payment', () => ({ payment_id: 'pay_abcdefghij0123' })],
    ['another order', () => ({ order_id: 'order_abcdefghij0123' })],
    ['another amount', () => ({ amount: '1.00' })],
  ];
  test.each(wrongReports)('%s', async (_name, tamper) => {
    const paid = await pay(server, created);
    expect(await complete(server, created, paid, tamper(paid))).toMatchObject(paymentNotVerified);
    expect(await bookingState(server, created)).toEqual(HELD);
  });

  test('a genuine payment of another order', async () => {
    const other = dataOf(await create(server, { start: 30, end: 32 }));
    const paid = await pay(server, other);
    expect(await complete(server, created, paid, { amount: '888.54' })).toMatchObject(paymentNotVerified);
    expect(await complete(server, created, paid, { order_id: created.id })).toMatchObject(paymentNotVerified);
    expect(await bookingState(server, created)).toEqual(HELD);
  });

  test('a payment of another order, which is not captured even with a valid signature', async () => {
    const other = dataOf(await create(server, { start: 30, end: 33 }));
    await setManualCapture(other);
    const paid = await pay(server, other);
    const { isSigned } = server.gateway;
    Object.assign(server.gateway, { isSigned: () => true });
    const response = await complete(server, created, { ...paid, razorpay_order_id: created.id });
    Object.assign(server.gateway, { isSigned });
    expect(response).toMatchObject(paymentNotVerified);
    expect(await server.sdk.payments.fetch(paid.razorpay_payment_id)).toMatchObject({ status: 'authorized' });
  });

  test('a valid signature of a payment that failed at the provider', async () => {
    const paid = await pay(server, created);
    await sql`update sandbox_payment set status = 'failed' where id = ${paid.razorpay_payment_id}`.execute(
      server.database,
    );
    expect(await complete(server, created, paid)).toMatchObject(paymentNotVerified);
    expect(await bookingState(server, created)).toEqual(HELD);
  });

  test('a report of another user, like for an unknown booking', async () => {
    const paid = await pay(server, created);
    const foreign = await complete(server, created, paid, { user: server.member });
    expect(foreign).toMatchObject({ status: 404, body: { error: { code: 'not-found' } } });
    const none = await complete(server, created, paid, {
      booking_id: '00000000-0000-4000-8000-000000000000',
    });
    expect(errorWithoutId(none)).toEqual(errorWithoutId(foreign));
  });

  test.each([
    ['booking_id', '1 or 1=1'],
    ['order_id', '../payments/pay_abcdefghij0123'],
    ['payment_id', 'pay_abcdefghij0123/refund'],
    ['signature', 'not-hex'],
    ['amount', '-5'],
  ])('a malformed %s, with its name', async (field, value) => {
    const paid = await pay(server, created);
    const { status, body } = await complete(server, created, paid, { [field]: value });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: 'bad-input',
      fields: { [field]: expect.any(String) as string },
    });
  });
});

test('a payment that was refunded as a second payment during its verification leaves the booking confirmed', async () => {
  const first = await payByUpi(server, created, 'pending@razorpay');
  const paid = await pay(server, created);
  const captures = [first.payment_id ?? '', paid.razorpay_payment_id].map((id) => ({
    id,
    orderId: created.id,
    amountPaise: created.amount,
    currency: 'INR',
    status: 'captured' as const,
  }));
  await server.sandbox.authorizePayment(first.payment_id ?? '', { capture: 'always' });
  const { fetchPayment } = server.gateway;
  Object.assign(server.gateway, {
    fetchPayment: async (id: string) => {
      Object.assign(server.gateway, { fetchPayment });
      for (const capture of captures) await settle(server.payments, capture);
      await processRefunds(server.payments);
      return fetchPayment(id);
    },
  });
  const response = await complete(server, created, paid);
  expect(dataOf(response)).toMatchObject({ status: 'confirmed' });
  expect(await bookingState(server, created)).toEqual({ ...CONFIRMED, refunds: [paid.razorpay_payment_id] });
});

describe('when the payment cannot be verified', () => {
  test('because the provider is down, the hold stays and the same report succeeds later', async () => {
    const paid = await pay(server, created);
    server.provider.up = false;
    expect(await complete(server, created, paid)).toMatchObject({
      status: 503,
      body: { error: { code: 'unavailable' } },
    });
    expect(await bookingState(server, created)).toEqual(HELD);
    server.provider.up = true;
    expect(dataOf(await complete(server, created, paid))).toMatchObject({ status: 'confirmed' });
  });

  test('because the bank has not decided, the hold stays and the attempt is recorded', async () => {
    const paid = await pay(server, created);
    await sql`update sandbox_payment set status = 'created' where id = ${paid.razorpay_payment_id}`.execute(
      server.database,
    );
    expect(await complete(server, created, paid)).toMatchObject({ status: 503 });
    expect(await bookingState(server, created)).toEqual(HELD);
    const payments = await server.database.selectFrom('payment').select(['payment_id', 'status']).execute();
    expect(payments).toEqual([{ payment_id: paid.razorpay_payment_id, status: 'created' }]);
  });

  test('because the capture failed, the hold stays and is not released for a booking with points', async () => {
    const mine = dataOf(await create(server, { start: 30, end: 32 }, { user: server.member }));
    await setManualCapture(mine);
    const paid = await pay(server, mine);
    const { capture } = server.gateway;
    Object.assign(server.gateway, { capture: () => server.gateway.fetchPayment('pay_none') });
    const response = await complete(server, mine, paid, { user: server.member });
    Object.assign(server.gateway, { capture });
    expect(response).toMatchObject({ status: 503 });

    const points = bookingFields(server.member, ROOM, DAY, { start: 31, end: 33 });
    expect(await post(server, paths.book, points, { token: server.member.access })).toMatchObject({
      status: 409,
    });
    expect(await bookingState(server, mine)).toMatchObject({ status: 'held', slots: [30, 31] });
  });

  test('because the order is not stored, the report is refused', async () => {
    const attempt = await beginCard(server, created);
    await server.database.deleteFrom('payment_order').execute();
    const response = await post(
      server,
      paths.completePayment,
      {
        booking_id: created.notes[2].booking_id,
        order_id: created.id,
        payment_id: attempt.payment_id,
        signature: 'a'.repeat(64),
        amount: '888.54',
      },
      { token: server.guest.access },
    );
    expect(response).toMatchObject(paymentNotVerified);
  });
});
