import { describe, expect, test } from 'vitest';
import { myBookingsResponse, type MyBookingsResponse } from '../../../contract/bookings/booking.ts';
import { paths } from '../../../contract/paths.ts';
import { bookingCodes } from '../../../domain/bookings/bookingStates.ts';
import { reconcile } from '../../../server/payments/reconcile/reconcile.ts';
import { get, post, type ApiResponse } from '../../api/client.ts';
import { START } from '../../api/startServer.ts';
import { fetchBookings } from '../cancelling.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { beginCard, pay, payByUpi } from '../payer.ts';
import {
  complete,
  costOf,
  create,
  dataOf,
  MORNING,
  release,
  bookingState,
  type CreatedPayment,
} from '../startPayments.ts';

withFreshPayments();

const MINUTE = 60_000;
const at = (ms: number) => new Date(START + ms).toISOString();

const fetchMyBookings = async (): Promise<MyBookingsResponse['data']> => {
  const { body } = await get<MyBookingsResponse>(server, paths.myBookings, server.guest.access);
  return myBookingsResponse.parse(body).data;
};
const giveUp = (created: CreatedPayment): Promise<ApiResponse<{ data: { status: string } }>> =>
  post(
    server,
    paths.releasePayment,
    { booking_id: created.notes[2].booking_id, give_up: true },
    { token: server.guest.access },
  );
const status = (created: CreatedPayment) =>
  get(server, `${paths.paymentStatus}?booking_id=${created.notes[2].booking_id}`, server.guest.access);

/** Creates a UPI payment that stays pending in the app. */
async function startPendingUpi(): Promise<CreatedPayment> {
  const created = dataOf(await create(server));
  await payByUpi(server, created, 'pending@razorpay');
  return created;
}

describe('My bookings lists an unpaid booking', () => {
  test('as held for its payment, with the amount, the start and the end of the hold', async () => {
    await create(server);
    server.clock.now += MINUTE;
    expect(await fetchMyBookings()).toMatchObject([
      {
        status: 'pending',
        paid_with: 'card',
        amount: costOf(MORNING),
        unpaid: { since: at(0), until: at(13 * MINUTE), at_bank: false },
      },
    ]);
  });

  test('as pending at the bank, with the end of its hold', async () => {
    await release(server, await startPendingUpi());
    expect(await fetchMyBookings()).toMatchObject([
      { status: 'pending', unpaid: { since: at(0), until: at(22 * MINUTE), at_bank: true, method: 'upi' } },
    ]);
  });

  test('as pending at the bank with the method of its payment', async () => {
    const created = dataOf(await create(server));
    await beginCard(server, created);
    expect((await release(server, created)).body.data).toMatchObject({ wait: { method: 'card' } });
    expect(await fetchMyBookings()).toMatchObject([{ unpaid: { at_bank: true, method: 'card' } }]);
  });

  test('only while it is held, in the list and by its id', async () => {
    const { booking_id: id } = dataOf(await create(server)).notes[2];
    const both = async () => [await fetchMyBookings(), await fetchBookings(server, server.guest, id)];
    server.clock.now += 13 * MINUTE - 1;
    expect(await both()).toMatchObject([[{ id }], [{ id }]]);
    server.clock.now += 1;
    expect(await both()).toEqual([[], []]);
  });

  test('as confirmed after the provider has confirmed the payment', async () => {
    const created = await startPendingUpi();
    await release(server, created);
    const [payment] = (await server.sdk.orders.fetchPayments(created.id)).items;
    await server.sandbox.authorizePayment(payment?.id as string, { capture: 'by-rule' });
    await status(created);
    expect(await fetchMyBookings()).toMatchObject([{ status: 'confirmed' }]);
    expect((await fetchMyBookings())[0]).not.toHaveProperty('unpaid');
  });
});

describe('a payment that is pending at the bank', () => {
  const wait = { since: at(0), until: at(22 * MINUTE), method: 'upi' };

  test('has a wait from its order to the longest possible end of its hold', async () => {
    const created = await startPendingUpi();
    server.clock.now += 5 * MINUTE;
    expect((await release(server, created)).body.data).toMatchObject({ status: 'pending', wait });
    expect((await status(created)).body).toMatchObject({ data: { status: 'pending', wait } });
  });

  test('can be paid another way: it has the same order, and a later approval is refunded', async () => {
    const created = await startPendingUpi();
    const continued = dataOf(await create(server));
    expect(continued.id).toBe(created.id);
    dataOf(await complete(server, continued, await pay(server, continued)));
    const payments = (await server.sdk.orders.fetchPayments(created.id)).items;
    const upi = payments.find(({ method }) => method === 'upi')?.id as string;
    await server.sandbox.authorizePayment(upi, { capture: 'always' });
    server.clock.now += 15 * MINUTE;
    await reconcile(server.payments);
    expect(await bookingState(server, created)).toMatchObject({ status: 'confirmed', refunds: [upi] });
  });

  test('can be given up, which frees the slots', async () => {
    const created = await startPendingUpi();
    expect((await giveUp(created)).body.data).toMatchObject({ status: 'released' });
    expect(await bookingState(server, created)).toEqual({
      status: bookingCodes.released,
      slots: [],
      refunds: [],
    });
    expect(await fetchMyBookings()).toEqual([]);
    expect((await giveUp(created)).body.data).toMatchObject({ status: 'released' });
  });

  test('and is approved after it was given up books the slots if they are free', async () => {
    const created = await startPendingUpi();
    await giveUp(created);
    const [payment] = (await server.sdk.orders.fetchPayments(created.id)).items;
    await server.sandbox.authorizePayment(payment?.id as string, { capture: 'always' });
    server.clock.now += 15 * MINUTE;
    await reconcile(server.payments);
    expect(await bookingState(server, created)).toMatchObject({ status: 'confirmed', refunds: [] });
  });

  test('and is approved after another payment for the slots is refunded', async () => {
    const created = await startPendingUpi();
    await giveUp(created);
    const paidBooking = dataOf(await create(server));
    dataOf(await complete(server, paidBooking, await pay(server, paidBooking)));
    const [payment] = (await server.sdk.orders.fetchPayments(created.id)).items;
    await server.sandbox.authorizePayment(payment?.id as string, { capture: 'always' });
    server.clock.now += 15 * MINUTE;
    await reconcile(server.payments);
    expect(await bookingState(server, paidBooking)).toMatchObject({ status: 'confirmed', refunds: [] });
    expect(await bookingState(server, created)).toMatchObject({
      status: 'refund_due',
      refunds: [payment?.id],
    });
  });

  test('but was already authorised by it is not released', async () => {
    const created = await startPendingUpi();
    const [payment] = (await server.sdk.orders.fetchPayments(created.id)).items;
    // The capture time of the order has passed.
    server.clock.now += 12.5 * MINUTE;
    await server.sandbox.authorizePayment(payment?.id as string);
    expect((await giveUp(created)).body.data).toMatchObject({ status: 'pending' });
    expect(await bookingState(server, created)).toMatchObject({ status: 'held', slots: [20, 21, 22] });
  });

  test('of another user cannot be released', async () => {
    const created = dataOf(await create(server, MORNING, { user: server.member }));
    await beginCard(server, created);
    expect((await giveUp(created)).status).toBe(404);
  });
});
