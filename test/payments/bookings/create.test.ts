import { describe, expect, test } from 'vitest';
import { createPaymentResponse } from '../../../contract/bookings/booking.ts';
import { paths } from '../../../contract/paths.ts';
import { bookingCodes } from '../../../domain/bookings/bookingStates.ts';
import { inTransaction } from '../../../server/platform/database/transaction.ts';
import { GatewayError } from '../../../server/payments/provider/gatewayError.ts';
import { findOrOpenBookingOrder } from '../../../server/checkout/order.ts';
import { bookingOf, isBookingOrder, orderById } from '../../../server/payments/records.ts';
import { releaseSlots } from '../../../server/slots/bookingSlots.ts';
import { bookingFields, get, post } from '../../api/client.ts';
import { START } from '../../api/startServer.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { beginCard, pay } from '../payer.ts';
import { costOf, create, dataOf, DAY, MORNING, ROOM, bookingState, release } from '../startPayments.ts';

withFreshPayments();

const SECOND = 1000;
const bookings = () => server.database.selectFrom('booking').selectAll().execute();
const overlapping = { start: 22, end: 25 };

describe('creating a card payment', () => {
  test('returns an order for the price with tax, the key and script for the checkout, and a timeout of 600 seconds', async () => {
    const response = await create(server);
    expect(response.status).toBe(200);
    const { data } = createPaymentResponse.parse(response.body);
    // ₹502 × 1.5 h = ₹753, and 18 % of it is ₹135.54.
    expect(data).toEqual({
      id: expect.stringMatching(/^order_[A-Za-z0-9]{14}$/) as string,
      amount: 88854,
      currency: 'INR',
      key: server.keys.keyId,
      script: '/sandbox/v1/checkout.js',
      timeout: 600,
      hold_expires_at: new Date(START + 780 * SECOND).toISOString(),
      notes: [
        {
          room_name: expect.any(String) as string,
          booking_date: DAY,
          start_time: '10:00:00',
          cal_time: '11:30:00',
        },
        {
          first_name: 'Gautam',
          last_name: 'Raman',
          email: 'guest@example.com',
          phone: '+919840012345',
        },
        { booking_id: expect.any(String) as string },
      ],
    });
    expect(await bookingState(server, data)).toEqual({ status: 'held', slots: [20, 21, 22], refunds: [] });
    expect((await fetch(server.url + data.script)).headers.get('content-type')).toContain('javascript');
  });

  test('opens an order with flat notes for the provider, without personal data', async () => {
    const { id, notes } = dataOf(await create(server));
    const order = await server.sdk.orders.fetch(id);
    expect(order).toMatchObject({ amount: 88854, currency: 'INR', receipt: `bk_${notes[2].booking_id}` });
    expect(order.receipt).toHaveLength(39);
    expect(order.notes).toEqual({
      booking_id: notes[2].booking_id,
      user_id: server.guest.user_id,
      room_id: String(ROOM),
      date: DAY,
      slot: '10:00:00 to 11:30:00',
    });
  });

  test('shows the slots as taken to everyone except the user', async () => {
    await create(server);
    const taken = async (token: string) =>
      (await post<{ data: { time: string[] } }>(server, paths.takenSlots, { date: DAY, id: ROOM }, { token }))
        .body.data.time;
    expect(await taken(server.member.access)).toEqual(['10:00:00', '10:30:00', '11:00:00']);
    expect(await taken(server.guest.access)).toEqual([]);
  });

  test('again during the hold returns the same booking and order with a shorter timeout', async () => {
    const first = dataOf(await create(server));
    server.clock.now += 200 * SECOND;
    const again = await create(server);
    expect(dataOf(again)).toEqual({ ...first, timeout: 400 });
    server.clock.now += 399 * SECOND;
    expect(dataOf(await create(server))).toEqual({ ...first, timeout: 1 });
    expect(await bookings()).toHaveLength(1);
  });

  test('twice concurrently returns one booking and one order', async () => {
    const [first, second] = await Promise.all([create(server), create(server)]);
    expect(dataOf(first).id).toBe(dataOf(second).id);
    expect(await bookings()).toMatchObject([{ status: 'held' }]);
  });

  test('keeps the price of the hold when the price of the room changes', async () => {
    const first = dataOf(await create(server));
    const setPrice = (price_per_hour_paise: number) =>
      server.database.updateTable('room').set({ price_per_hour_paise }).where('id', '=', ROOM).execute();
    await setPrice(998_00);
    const again = await create(server);
    await setPrice(502_00);
    expect(dataOf(again).id).toBe(first.id);
  });

  test('with a changed price replaces the held booking by a new one', async () => {
    const first = dataOf(await create(server));
    const setPrice = (price_per_hour_paise: number) =>
      server.database.updateTable('room').set({ price_per_hour_paise }).where('id', '=', ROOM).execute();
    await setPrice(600_00);
    const second = dataOf(await create(server, MORNING, { amount: '1062.00' }));
    await setPrice(502_00);
    expect(second).toMatchObject({ amount: 1062_00 });
    expect(await bookingState(server, first)).toMatchObject({ status: bookingCodes.released, slots: [] });
  });

  test('with a changed price never releases a hold that was paid without a report', async () => {
    const first = dataOf(await create(server));
    await pay(server, first);
    const setPrice = (price_per_hour_paise: number) =>
      server.database.updateTable('room').set({ price_per_hour_paise }).where('id', '=', ROOM).execute();
    await setPrice(600_00);
    const second = await create(server, MORNING, { amount: '1062.00' });
    await setPrice(502_00);
    expect(second).toMatchObject({ status: 409, body: { error: { code: 'already-booked' } } });
    expect(await bookingState(server, first)).toMatchObject({ status: 'confirmed' });
  });

  test('with a wrong amount does not change the hold', async () => {
    const first = dataOf(await create(server));
    expect(await create(server, MORNING, { amount: '1' })).toMatchObject({ status: 409 });
    expect(await bookingState(server, first)).toMatchObject({ status: 'held', slots: [20, 21, 22] });
  });

  test('after the timeout replaces the held booking by a new one', async () => {
    const first = dataOf(await create(server));
    server.clock.now += 600 * SECOND;
    const second = dataOf(await create(server));
    expect(second).toMatchObject({ timeout: 600 });
    expect(second.id).not.toBe(first.id);
    expect(await bookingState(server, first)).toMatchObject({ status: bookingCodes.released, slots: [] });
    expect(await bookingState(server, second)).toMatchObject({ status: 'held', slots: [20, 21, 22] });
  });

  test('for an overlapping range releases the unpaid hold of the user', async () => {
    const first = dataOf(await create(server));
    const second = dataOf(await create(server, overlapping));
    expect(await bookingState(server, first)).toMatchObject({ status: bookingCodes.released, slots: [] });
    expect(await bookingState(server, second)).toMatchObject({ status: 'held', slots: [22, 23, 24] });
  });

  test('for an overlapping range never releases a hold that was paid without a report', async () => {
    const first = dataOf(await create(server));
    await pay(server, first);
    const second = await create(server, overlapping);
    expect(second).toMatchObject({ status: 409, body: { error: { code: 'already-booked' } } });
    expect(await bookingState(server, first)).toMatchObject({ status: 'confirmed', slots: [20, 21, 22] });
  });

  test('for an overlapping range is refused while a payment is pending at the bank', async () => {
    const first = dataOf(await create(server));
    await beginCard(server, first);
    expect(await create(server, overlapping)).toMatchObject({
      status: 409,
      body: { error: { code: 'payment-under-way', taken: ['10:00:00', '10:30:00', '11:00:00'] } },
    });
    expect(await bookingState(server, first)).toMatchObject({ status: 'held', slots: [20, 21, 22] });
  });

  test('after the timeout is refused while a payment is pending at the bank', async () => {
    const first = dataOf(await create(server));
    server.clock.now += 595 * SECOND;
    await beginCard(server, first);
    server.clock.now += 6 * SECOND;
    expect(await create(server)).toMatchObject({
      status: 409,
      body: { error: { code: 'payment-under-way' } },
    });
  });
});

describe('creating a card payment is refused', () => {
  test.each(['1', '888.53', '1777.08'])(
    'with the correct amount when the client sends another: %s',
    async (amount) => {
      expect(await create(server, MORNING, { amount })).toMatchObject({
        status: 409,
        body: { error: { code: 'price-changed', amount: costOf(MORNING), price_per_hour: 502 } },
      });
      expect(await bookings()).toEqual([]);
    },
  );

  test('to a blocked account', async () => {
    expect(await create(server, MORNING, { user: server.blocked })).toMatchObject({
      status: 403,
      body: { error: { code: 'blocked', message: 'Some thing Went Wrong!' } },
    });
  });

  test('for another user', async () => {
    expect(await create(server, MORNING, { uid: server.member.user_id })).toMatchObject({ status: 403 });
  });

  test('to visitors', async () => {
    const fields = { ...bookingFields(server.guest, ROOM, DAY, MORNING), amount: '1', currency: 'INR' };
    expect(await post(server, paths.createPayment, fields)).toMatchObject({ status: 401 });
  });

  test('with the taken slots when someone else holds one of them', async () => {
    await create(server);
    expect(await create(server, overlapping, { user: server.member })).toMatchObject({
      status: 409,
      body: { error: { code: 'slot-taken', taken: ['10:00:00', '10:30:00', '11:00:00'] } },
    });
  });

  test.each([
    ['currency', { currency: 'USD' }],
    ['amount', { amount: 'a lot' }],
    ['ctime', { ctime: '10:00:00' }],
    ['bdate', { bdate: '2024-01-01' }],
  ])('with the name of the bad field %s', async (field, fields) => {
    const { status, body } = await create(server, MORNING, fields);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: 'bad-input',
      fields: { [field]: expect.any(String) as string },
    });
  });
});

describe('while the provider is down', () => {
  test('no hold stays', async () => {
    server.provider.up = false;
    expect(await create(server)).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
    expect(await bookings()).toMatchObject([{ status: bookingCodes.released }]);
    expect(
      await server.database.selectFrom('booking_slot').selectAll().where('day', '=', DAY).execute(),
    ).toEqual([]);

    server.provider.up = true;
    expect(dataOf(await create(server)).timeout).toBe(600);
  });

  test('a hold is kept when a concurrent call has opened its order', async () => {
    const { createOrder } = server.gateway;
    Object.assign(server.gateway, {
      createOrder: async () => {
        Object.assign(server.gateway, { createOrder });
        expect((await create(server)).status).toBe(200);
        throw new GatewayError('unreachable', 'the answer was lost');
      },
    });
    expect(await create(server)).toMatchObject({ status: 503 });
    expect(await bookings()).toMatchObject([{ status: 'held' }]);
  });

  test('a stored order is still returned', async () => {
    const first = dataOf(await create(server));
    server.provider.up = false;
    expect(dataOf(await create(server))).toEqual(first);
  });
});

test('an order is not returned when its hold was released while it was opened', async () => {
  const { createOrder } = server.gateway;
  Object.assign(server.gateway, {
    createOrder: async (order: Parameters<typeof createOrder>[0]) => {
      await inTransaction(server.database, async (tx) => {
        const { id } = await tx
          .updateTable('booking')
          .set({ status: bookingCodes.released })
          .returning('id')
          .executeTakeFirstOrThrow();
        await releaseSlots(tx, id);
      });
      return createOrder(order);
    },
  });
  const response = await create(server).finally(() => Object.assign(server.gateway, { createOrder }));
  expect(response).toMatchObject({ status: 410, body: { error: { code: 'hold-over' } } });
  expect(await server.database.selectFrom('payment_order').selectAll().execute()).toEqual([]);
});

test('a hold is listed as an unpaid booking', async () => {
  await create(server);
  const { data } = (await get(server, paths.myBookings, server.guest.access)).body as { data: unknown[] };
  expect(data).toEqual([expect.objectContaining({ status: 'pending', unpaid: expect.anything() })]);
});

test('an order that a concurrent call has stored is not paid for a hold that was released meanwhile', async () => {
  const created = dataOf(await create(server));
  const order = await orderById(server.database, created.id);
  if (!order || !isBookingOrder(order)) throw new Error('the order is not stored');
  dataOf(await release(server, created));
  const booking = await bookingOf(server.database, order);
  await expect(findOrOpenBookingOrder(server.payments, { booking, isNew: true })).rejects.toMatchObject({
    code: 'hold-over',
  });
});
