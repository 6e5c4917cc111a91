import { beforeEach, describe, expect, test } from 'vitest';
import type { MyBookingsResponse } from '../../../contract/bookings/booking.ts';
import type { DeskBookingResponse } from '../../../contract/desk/booking.ts';
import type { SentPaymentLink } from '../../../contract/desk/money/money.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { paths } from '../../../contract/paths.ts';
import { bookingTimes, type SlotRange } from '../../../domain/time/slots.ts';
import { GatewayError } from '../../../server/payments/provider/gatewayError.ts';
import { reconcile } from '../../../server/payments/reconcile/reconcile.ts';
import { SANDBOX_PATH } from '../../../server/payments/provider/fromConfig.ts';
import { get, post, signIn, type ApiResponse, type SignedIn } from '../../api/client.ts';
import { insertionOrder } from '../../fixtures/insertionOrder.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { beginCard, callSheet, VALID_OTP, payByCard, type CheckoutOptions } from '../payer.ts';
import { create, dataOf, DAY, ROOM } from '../startPayments.ts';

/* Payment links of the desk. */

withFreshPayments();
let desk: SignedIn;
beforeEach(async () => {
  desk ??= await signIn(server, 'desk');
});

const TIMES: SlotRange = { start: 20, end: 22 };
const HOUR = 3_600_000;

const make = (
  fields: Record<string, unknown> = {},
): Promise<ApiResponse<{ data: SentPaymentLink } & ErrorBody>> =>
  post(
    server,
    deskPaths.makeLink,
    {
      email: 'guest@example.com',
      mid: ROOM,
      bdate: DAY,
      ...bookingTimes(TIMES),
      amount: '592.36',
      ...fields,
    },
    { token: desk.access },
  );

const withdraw = (id: string): Promise<ApiResponse<{ data: object } & ErrorBody>> =>
  post(server, deskPaths.withdrawLink, { booking_id: id }, { token: desk.access });

const fetchLinkState = async ({ booking_id: id }: SentPaymentLink) => {
  const response = await get<DeskBookingResponse>(
    server,
    `${deskPaths.booking}?booking_id=${id}`,
    desk.access,
  );
  const { state, link, payments } = dataOf(response);
  return { state, link: link?.state, payment: payments[0]?.reference ?? null };
};
const slots = async () =>
  (await server.database.selectFrom('booking_slot').select('slot').where('day', '=', DAY).execute()).length;
const refunds = () => server.database.selectFrom('refund').select(['amount_paise', 'reason']).execute();
const emails = async () =>
  (
    await server.database
      .selectFrom('letter')
      .select('kind')
      .orderBy('created_at')
      .orderBy(insertionOrder)
      .execute()
  ).map(({ kind }) => kind);
const runReconciler = (ms = 180_000, { gateway = server.gateway } = {}) => {
  server.clock.now += ms;
  return reconcile({ ...server.payments, gateway });
};

/** The provider's page of a link opens its checkout with these options. */
async function openLink({ url }: SentPaymentLink): Promise<CheckoutOptions> {
  const page = await callSheet<{ key: string; order_id: string; amount: number }>(server, 'link', {
    id: url.split('/').at(-1),
  });
  return { id: page.order_id, key: page.key, amount: page.amount };
}
const payLink = async (link: SentPaymentLink) => payByCard(server, await openLink(link));

describe('a payment link', () => {
  test('holds the slots for one day, is sent by email, and is shown in the booking', async () => {
    const link = dataOf(await make());
    expect(link.until).toBe(new Date(server.clock.now + 24 * HOUR).toISOString());
    expect(await (await fetch(link.url)).text()).toContain('Payment link');
    expect(link.url.startsWith(`${server.url}${SANDBOX_PATH}/v1/l/plink_`)).toBe(true);
    expect(await fetchLinkState(link)).toEqual({ state: 'held', link: 'open', payment: null });
    expect(await emails()).toEqual(['payment-link']);
    expect(await slots()).toBe(2);
    // Two hours are longer than any checkout.
    await runReconciler(2 * HOUR);
    expect(await slots()).toBe(2);
    const myBookings = await get<MyBookingsResponse>(server, paths.myBookings, server.guest.access);
    expect(dataOf({ ...myBookings, body: { data: myBookings.body.data } })[0]).toMatchObject({
      status: 'pending',
      unpaid: { by_link: true, until: link.until },
    });
  });

  test('expires at the start at the latest, and is refused for times that start too soon', async () => {
    server.clock.now = Date.parse(`${DAY}T08:00:00+05:30`);
    desk = await signIn(server, 'desk');
    const { until } = dataOf(await make());
    expect(until).toBe(new Date(`${DAY}T10:00:00+05:30`).toISOString());
    server.clock.now = Date.parse(`${DAY}T10:50:00+05:30`);
    desk = await signIn(server, 'desk');
    expect(await make({ ...bookingTimes({ start: 22, end: 24 }) })).toMatchObject({
      status: 400,
      body: { error: { fields: { stime: expect.stringContaining('too soon') } } },
    });
  });

  test.each(['the webhook', 'the reconciler'])('that is paid confirms the booking by %s', async (source) => {
    const link = dataOf(await make());
    expect((await payLink(link)).paid).toBeDefined();
    if (source === 'the webhook') await server.sandbox.deliverDue();
    else await runReconciler();
    expect(await fetchLinkState(link)).toMatchObject({
      state: 'confirmed',
      link: 'paid',
      payment: expect.stringMatching(/^pay_/),
    });
    expect((await emails()).toSorted()).toEqual(['booked', 'payment-link']);
    const due = await server.database.selectFrom('paper_due').select('amount_paise').execute();
    expect(due).toEqual([{ amount_paise: 59_236 }]);
    // Further reports change nothing.
    await server.sandbox.deliverDue();
    await runReconciler();
    expect(await refunds()).toEqual([]);
    expect(await slots()).toBe(2);
    expect(await withdraw(link.booking_id)).toMatchObject({
      status: 409,
      body: { error: { code: 'changed-meanwhile', present: { status: 'confirmed' } } },
    });
  });

  test.each(['the webhook', 'the reconciler'])(
    'that has expired releases its slots by %s',
    async (source) => {
      const link = dataOf(await make());
      server.clock.now += 24 * HOUR + 120_000;
      if (source === 'the webhook') await server.sandbox.deliverDue();
      else await runReconciler(0);
      expect(await slots()).toBe(0);
      desk = await signIn(server, 'desk');
      expect(await fetchLinkState(link)).toEqual({ state: 'expired', link: 'over', payment: null });
      expect((await payLink(link)).error?.description).toContain('expired');
    },
  );

  test('that was cancelled at the provider releases its slots', async () => {
    const link = dataOf(await make());
    await server.sdk.paymentLink.cancel(link.url.split('/').at(-1) ?? '');
    await server.sandbox.deliverDue();
    expect(await fetchLinkState(link)).toMatchObject({ state: 'released', link: 'over' });
    expect(await slots()).toBe(0);
  });

  test('that was cancelled at the provider is found by the reconciler when no webhook arrives', async () => {
    const link = dataOf(await make());
    await server.sdk.paymentLink.cancel(link.url.split('/').at(-1) ?? '');
    await runReconciler();
    expect(await fetchLinkState(link)).toMatchObject({ state: 'released', link: 'over' });
    expect(await slots()).toBe(0);
  });

  test('that has ended at the provider is not asked for again', async () => {
    const link = dataOf(await make());
    expect((await withdraw(link.booking_id)).status).toBe(200);
    const asked: string[] = [];
    const gateway = {
      ...server.gateway,
      fetchLink: (id: string) => {
        asked.push('link');
        return server.gateway.fetchLink(id);
      },
      fetchOrderPayments: (id: string) => {
        asked.push('payments');
        return server.gateway.fetchOrderPayments(id);
      },
    };
    await runReconciler(HOUR, { gateway });
    expect(asked).toEqual(['payments']);
  });

  test('that the desk has withdrawn cannot be paid any more', async () => {
    const link = dataOf(await make());
    expect(await withdraw(link.booking_id)).toMatchObject({ status: 200 });
    expect(await fetchLinkState(link)).toMatchObject({ state: 'released', link: 'over' });
    expect((await payLink(link)).error?.description).toContain('cancelled');
    expect(await withdraw(link.booking_id)).toMatchObject({ status: 409 });
  });
});

test('a late payment of a link books the times if they are still free, and is refunded otherwise', async () => {
  for (const isTaken of [false, true]) {
    const range = isTaken ? { start: 30, end: 32 } : TIMES;
    server.clock.now = Date.parse('2025-11-21T10:00:00+05:30');
    desk = await signIn(server, 'desk');
    const link = dataOf(await make({ ...bookingTimes(range) }));
    server.clock.now += 24 * HOUR - 60_000;
    const attempt = await beginCard(server, await openLink(link));
    await runReconciler(180_000);
    desk = await signIn(server, 'desk');
    expect(await fetchLinkState(link)).toMatchObject({ state: 'expired' });
    const user = await signIn(server, 'member');
    if (isTaken) dataOf(await create(server, range, { user }));
    const { order_id, page_token, payment_id } = attempt;
    await callSheet(server, 'authenticate', { order_id, page_token, payment_id, otp: VALID_OTP });
    await server.sandbox.deliverDue();
    expect(await fetchLinkState(link)).toMatchObject({ state: isTaken ? 'refund_due' : 'confirmed' });
  }
  expect(await refunds()).toEqual([{ amount_paise: 59_236, reason: 'late' }]);
});

test('a link that is withdrawn does not end another link', async () => {
  const first = dataOf(await make());
  const second = dataOf(await make({ ...bookingTimes({ start: 30, end: 32 }) }));
  expect((await withdraw(first.booking_id)).status).toBe(200);
  expect(await fetchLinkState(first)).toMatchObject({ state: 'released' });
  expect(await fetchLinkState(second)).toEqual({ state: 'held', link: 'open', payment: null });
  const links = await server.database
    .selectFrom('payment_link')
    .innerJoin('payment_order', 'payment_order.order_id', 'payment_link.order_id')
    .select(['booking_id', 'ended_at_provider'])
    .execute();
  expect(new Map(links.map((link) => [link.booking_id, link.ended_at_provider]))).toEqual(
    new Map([
      [first.booking_id, true],
      [second.booking_id, false],
    ]),
  );
});

test('a link is cancelled when its hold is replaced', async () => {
  const link = dataOf(await make());
  // The customer books the same times on the site, before using the link.
  expect(await create(server, TIMES)).toMatchObject({ status: 200 });
  expect(await fetchLinkState(link)).toMatchObject({ state: 'released' });
  await runReconciler();
  expect((await payLink(link)).error?.description).toContain('cancelled');
});

test('a link that the provider cannot cancel, because it was just paid, is checked again without a warning', async () => {
  const link = dataOf(await make());
  expect(await create(server, TIMES)).toMatchObject({ status: 200 });
  const cancelLink = () => Promise.reject(new GatewayError('refused', 'It is paid', 400));
  await runReconciler(180_000, { gateway: { ...server.gateway, cancelLink } });
  expect(server.logged).toEqual([]);
  expect((await openLink(link)).id).toMatch(/^order_/);
  await runReconciler(HOUR);
  expect((await payLink(link)).error?.description).toContain('cancelled');
});

test('a refused link leaves no hold', async () => {
  server.provider.up = false;
  expect(await make()).toMatchObject({ status: 503 });
  server.provider.up = true;
  expect(await slots()).toBe(0);
  expect(await make({ amount: '1.00' })).toMatchObject({ body: { error: { code: 'price-changed' } } });
  expect(await make({ email: 'nobody@example.com' })).toMatchObject({ status: 404 });
  server.sandbox.failCalls('POST /payment_links', { kind: 'lost-response' });
  const link = dataOf(await make());
  expect(await make()).toMatchObject({ status: 409, body: { error: { code: 'slot-taken' } } });
  server.provider.up = false;
  expect(await withdraw(link.booking_id)).toMatchObject({ status: 503 });
  expect(await fetchLinkState(link)).toMatchObject({ state: 'held', link: 'open' });
  server.provider.up = true;
  expect(await withdraw('6f1c0f0e-0000-4000-8000-000000000001')).toMatchObject({ status: 404 });
});
