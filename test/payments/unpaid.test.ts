import { describe, expect, test } from 'vitest';
import { myBookingsResponse, type MyBookingsResponse } from '../../contract/booking.ts';
import { paths } from '../../contract/paths.ts';
import { reconcile } from '../../server/payments/reconcile.ts';
import { get, post, type ApiResponse } from '../api/client.ts';
import { START } from '../api/startServer.ts';
import { server, withFreshPayments } from './freshPayments.ts';
import { beginCard, pay, payByUpi } from './payer.ts';
import {
  complete,
  costOf,
  create,
  dataOf,
  MORNING,
  release,
  standing,
  type Created,
} from './startPayments.ts';

withFreshPayments();

const MINUTE = 60_000;
const at = (ms: number) => new Date(START + ms).toISOString();

const mine = async (): Promise<MyBookingsResponse['data']> => {
  const { body } = await get<MyBookingsResponse>(server, paths.myBookings, server.guest.access);
  return myBookingsResponse.parse(body).data;
};
const giveUp = (created: Created): Promise<ApiResponse<{ data: { status: string } }>> =>
  post(
    server,
    paths.releasePayment,
    { booking_id: created.notes[2].booking_id, give_up: true },
    { token: server.guest.access },
  );
const status = (created: Created) =>
  get(server, `${paths.paymentStatus}?booking_id=${created.notes[2].booking_id}`, server.guest.access);

/** A UPI request that nobody has answered. */
async function waitInApp(): Promise<Created> {
  const created = dataOf(await create(server));
  await payByUpi(server, created, 'pending@razorpay');
  return created;
}

describe('My bookings lists a booking that is not paid yet', () => {
  test('as held for its payment, with the amount, since when and until when', async () => {
    await create(server);
    server.clock.now += MINUTE;
    expect(await mine()).toMatchObject([
      {
        status: 'pending',
        paid_with: 'card',
        amount: costOf(MORNING),
        unpaid: { since: at(0), until: at(13 * MINUTE), at_bank: false },
      },
    ]);
  });

  test('as waiting for the bank, until the slots are not held for it any longer', async () => {
    await release(server, await waitInApp());
    expect(await mine()).toMatchObject([
      { status: 'pending', unpaid: { since: at(0), until: at(22 * MINUTE), at_bank: true } },
    ]);
  });

  test('only while it is held', async () => {
    await create(server);
    server.clock.now += 13 * MINUTE;
    expect(await mine()).toEqual([]);
  });

  test('as booked once the provider says so', async () => {
    const created = await waitInApp();
    await release(server, created);
    const [payment] = (await server.sdk.orders.fetchPayments(created.id)).items;
    await server.sandbox.authorizePayment(payment?.id as string, { capture: 'by-rule' });
    await status(created);
    expect(await mine()).toMatchObject([{ status: 'confirmed' }]);
    expect((await mine())[0]).not.toHaveProperty('unpaid');
  });
});

describe('a payment that the bank has not answered', () => {
  const wait = { since: at(0), until: at(22 * MINUTE) };

  test('is waited for since its order was opened, until the longest that its slots are held', async () => {
    const created = await waitInApp();
    server.clock.now += 5 * MINUTE;
    expect((await release(server, created)).body.data).toMatchObject({ status: 'pending', wait });
    expect((await status(created)).body).toMatchObject({ data: { status: 'pending', wait } });
  });

  test('is not waited for any longer by who gives it up: the slots are free', async () => {
    const created = await waitInApp();
    expect((await giveUp(created)).body.data).toMatchObject({ status: 'released' });
    expect(await standing(server, created)).toEqual({ status: 'cancelled', slots: [], refunds: [] });
    expect(await mine()).toEqual([]);
    expect((await giveUp(created)).body.data).toMatchObject({ status: 'released' });
  });

  test('and is approved after that books the slots, if they are free', async () => {
    const created = await waitInApp();
    await giveUp(created);
    const [payment] = (await server.sdk.orders.fetchPayments(created.id)).items;
    await server.sandbox.authorizePayment(payment?.id as string, { capture: 'always' });
    server.clock.now += 15 * MINUTE;
    await reconcile(server.payments);
    expect(await standing(server, created)).toMatchObject({ status: 'confirmed', refunds: [] });
  });

  test('and is approved after the slots were paid another way is refunded', async () => {
    const created = await waitInApp();
    await giveUp(created);
    const again = dataOf(await create(server));
    dataOf(await complete(server, again, await pay(server, again)));
    const [payment] = (await server.sdk.orders.fetchPayments(created.id)).items;
    await server.sandbox.authorizePayment(payment?.id as string, { capture: 'always' });
    server.clock.now += 15 * MINUTE;
    await reconcile(server.payments);
    expect(await standing(server, again)).toMatchObject({ status: 'confirmed', refunds: [] });
    expect(await standing(server, created)).toMatchObject({ status: 'refund_due', refunds: [payment?.id] });
  });

  test('but was authorised by it already is not released', async () => {
    const created = await waitInApp();
    const [payment] = (await server.sdk.orders.fetchPayments(created.id)).items;
    // Too late to be captured automatically.
    server.clock.now += 12.5 * MINUTE;
    await server.sandbox.authorizePayment(payment?.id as string);
    expect((await giveUp(created)).body.data).toMatchObject({ status: 'pending' });
    expect(await standing(server, created)).toMatchObject({ status: 'held', slots: [20, 21, 22] });
  });

  test('of another user cannot be released', async () => {
    const created = dataOf(await create(server, MORNING, { user: server.member }));
    await beginCard(server, created);
    expect((await giveUp(created)).status).toBe(404);
  });
});
