import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import type { MyBookingsResponse } from '../../../contract/bookings/booking.ts';
import { paths } from '../../../contract/paths.ts';
import type { GatewayRefund } from '../../../server/payments/provider/entities.ts';
import { GatewayError } from '../../../server/payments/provider/gatewayError.ts';
import { processRefunds } from '../../../server/payments/reconcile/processRefunds.ts';
import { reconcile } from '../../../server/payments/reconcile/reconcile.ts';
import { settle } from '../../../server/payments/settle.ts';
import { handleWebhook } from '../../../server/payments/reconcile/webhook.ts';
import { get } from '../../api/client.ts';
import { START } from '../../api/startServer.ts';
import { captureOf, created, withOpenPayment } from '../openPayment.ts';
import { server } from '../freshPayments.ts';
import { pay } from '../payer.ts';
import { complete, create, dataOf, MORNING, bookingState, release } from '../startPayments.ts';
import { deliver, eventOf, PAYMENT } from '../webhooks.ts';

withOpenPayment();

const MINUTE = 60_000;

/** A fake provider with configurable refunds, which stores all refunds and idempotency keys. */
const provider = {
  refunds: [] as GatewayRefund[],
  /** By the id of the refund; a refund without a payment is one of any payment. */
  paymentOf: new Map<string, string>(),
  keys: [] as string[],
  /** Of a refund. */
  firstStatus: 'pending' as GatewayRefund['status'],
  /** Thrown after the refund was created; null for none. */
  error: null as GatewayError | null,
};
const deps = () => ({
  ...server.payments,
  gateway: {
    ...server.gateway,
    fetchOrderPayments: async () => [],
    listDisputes: async () => ({ items: [], isLast: true }),
    async fetchRefunds(payment: string) {
      await delay(5);
      return provider.refunds.filter(({ id }) => (provider.paymentOf.get(id) ?? payment) === payment);
    },
    async refundOnce(
      payment: string,
      amountPaise: number,
      key: string,
      notes: Readonly<Record<string, string>> = {},
    ) {
      await delay(20);
      const refund: GatewayRefund = {
        id: `rfnd_abcdefghij000${provider.refunds.length}`,
        ownId: notes.refund_id ?? null,
        bankReference: null,
        amountPaise,
        status: provider.firstStatus,
      };
      if (!provider.keys.includes(key)) {
        provider.refunds.push(refund);
        provider.paymentOf.set(refund.id, payment);
      }
      provider.keys.push(key);
      if (provider.error) throw provider.error;
      return refund;
    },
  },
});

beforeEach(() => {
  Object.assign(provider, { refunds: [], keys: [], firstStatus: 'pending', error: null });
});

const reconcileAfter = async (ms: number): Promise<void> => {
  server.clock.now += ms;
  await reconcile(deps());
};
const storedRefund = () =>
  server.database.selectFrom('refund').select(['status', 'refund_id', 'failures']).executeTakeFirstOrThrow();
const fetchStatus = async () => (await bookingState(server, created)).status;

/** By default about the last refund. */
const refundEvent = (
  event: 'refund.processed' | 'refund.failed',
  { id, amountPaise }: Partial<GatewayRefund> = {},
) =>
  eventOf(event, {
    refund: {
      id: id ?? provider.refunds.at(-1)?.id,
      entity: 'refund',
      payment_id: PAYMENT,
      amount: amountPaise ?? created.amount,
      status: event === 'refund.processed' ? 'processed' : 'failed',
    },
  });
const deliverRefundEvent = (...event: Parameters<typeof refundEvent>) =>
  deliver(server, refundEvent(...event));

const fetchMyBookings = async () =>
  (await get<MyBookingsResponse>(server, paths.myBookings, server.guest.access)).body.data;

describe('a payment that came too late', () => {
  beforeEach(async () => {
    server.clock.now = START + 14 * MINUTE;
    await create(server, MORNING, { user: server.member });
    await settle(server.payments, captureOf());
  });

  test('is refunded once, and the booking is refunded when the provider has processed that', async () => {
    await reconcileAfter(0);
    expect(provider.keys).toHaveLength(1);
    expect(await storedRefund()).toMatchObject({ status: 'requested', refund_id: 'rfnd_abcdefghij0000' });
    expect(await fetchStatus()).toBe('refund_due');
    expect(await deliverRefundEvent('refund.processed')).toMatchObject({ status: 200 });
    expect(await fetchStatus()).toBe('refunded');
    await reconcileAfter(48 * 60 * MINUTE);
    expect(provider.keys).toHaveLength(1);
  });

  test('is listed for its payer as a due refund, then as refunded', async () => {
    const amount = (created.amount / 100).toFixed(2);
    expect(await fetchMyBookings()).toMatchObject([
      { status: 'refund_due', refund: { amount, status: 'refund_due' } },
    ]);
    await reconcileAfter(0);
    await deliverRefundEvent('refund.processed');
    expect(await fetchMyBookings()).toMatchObject([
      { status: 'refunded', refund: { amount, status: 'refunded' } },
    ]);
  });

  test('has a refund with a late cause: none, booking-ended or begun', async () => {
    await settle(server.payments, captureOf({ id: 'pay_abcdefghij0009' }));
    const soon = dataOf(await create(server, { start: 22, end: 23 }, { bdate: '2025-11-21' }));
    await reconcileAfter(60 * MINUTE);
    const lateCapture = { id: 'pay_abcdefghij0010', orderId: soon.id, amountPaise: soon.amount };
    await settle(server.payments, captureOf(lateCapture));
    const found = await server.database
      .selectFrom('refund')
      .select('late_cause')
      .orderBy('due_since')
      .orderBy('payment_id')
      .execute();
    expect(found.map(({ late_cause }) => late_cause)).toEqual([null, 'booking-ended', 'begun']);
  });

  test('is marked as refunded when the provider does not report the refund', async () => {
    await reconcileAfter(0);
    Object.assign(provider.refunds[0] as object, { status: 'processed' });
    await reconcileAfter(10 * MINUTE);
    expect(await fetchStatus()).toBe('refunded');
    expect(provider.keys).toHaveLength(1);
  });

  test('is not refunded twice when the response was lost and the provider has forgotten the key', async () => {
    provider.error = new GatewayError('unreachable', 'ECONNRESET');
    await reconcileAfter(0);
    expect(await storedRefund()).toMatchObject({ status: 'due', refund_id: null });
    Object.assign(provider, { error: null, keys: [] });
    await reconcileAfter(MINUTE);
    expect(provider.refunds).toHaveLength(1);
    expect(await storedRefund()).toMatchObject({ status: 'requested', refund_id: 'rfnd_abcdefghij0000' });
  });

  test('is retried with growing delays while the provider is down', async () => {
    const error = new GatewayError('unreachable', 'away');
    const fetchRefunds = () => Promise.reject(error);
    const start = server.clock.now;
    const attemptMinutes: number[] = [];
    for (let minute = 0; minute <= 24 * 60; minute += 1) {
      server.clock.now = start + minute * MINUTE;
      await processRefunds({
        ...server.payments,
        gateway: {
          ...deps().gateway,
          fetchRefunds: () => {
            attemptMinutes.push(minute);
            return fetchRefunds();
          },
        },
      });
    }
    expect(attemptMinutes.slice(0, 6)).toEqual([0, 1, 2, 4, 8, 16]);
    expect(attemptMinutes.at(-1)).toBeGreaterThan(12 * 60);
    expect(attemptMinutes.length).toBeLessThan(15);
    await reconcileAfter(6 * 60 * MINUTE);
    expect(await storedRefund()).toMatchObject({ status: 'requested' });
  });

  test('is refunded although the refund of another booking is still due', async () => {
    const range = { start: 30, end: 32 };
    const other = dataOf(await create(server, range));
    dataOf(await release(server, other));
    dataOf(await create(server, range, { user: server.member }));
    await settle(
      server.payments,
      captureOf({ id: 'pay_abcdefghij0042', orderId: other.id, amountPaise: other.amount }),
    );
    await reconcileAfter(0);
    const refund = provider.refunds.find(({ amountPaise }) => amountPaise === created.amount);
    await deliverRefundEvent('refund.processed', refund);
    expect(await fetchStatus()).toBe('refunded');
    expect((await bookingState(server, other)).status).toBe('refund_due');
  });

  test('has a refund that is polled with growing delays once the provider has accepted it', async () => {
    const polledMinutes: number[] = [];
    const gateway = {
      ...deps().gateway,
      fetchRefunds: (payment: string) => {
        polledMinutes.push((server.clock.now - START) / MINUTE - 14);
        return deps().gateway.fetchRefunds(payment);
      },
    };
    for (let minute = 0; minute <= 160; minute += 5) {
      await processRefunds({ ...server.payments, gateway });
      server.clock.now += 5 * MINUTE;
    }
    expect(polledMinutes).toEqual([0, 5, 15, 35, 75, 155]);
  });

  test('whose refund failed is due again and retried with another key', async () => {
    await reconcileAfter(0);
    const [first] = provider.refunds as [GatewayRefund];
    Object.assign(first, { status: 'failed' });
    for (const _again of [1, 2]) await deliverRefundEvent('refund.failed', first);
    expect(await storedRefund()).toMatchObject({ status: 'due', failures: 1 });
    expect(await fetchMyBookings()).toMatchObject([{ refund: { status: 'refund_due' } }]);

    provider.firstStatus = 'processed';
    await reconcileAfter(5 * MINUTE);
    expect(new Set(provider.keys).size).toBe(2);
    expect(await fetchStatus()).toBe('refunded');
    expect(await deliverRefundEvent('refund.failed', first), 'delivered late').toMatchObject({
      status: 200,
    });
    expect(await fetchStatus()).toBe('refunded');
  });

  test('whose refund failed is logged as an error when the webhook reports it', async () => {
    await reconcileAfter(0);
    const body = Buffer.from(JSON.stringify(refundEvent('refund.failed')));
    expect(await handleWebhook(server.payments, { body, eventId: undefined })).toBe('done');
    expect(server.logged.at(-1)).toMatchObject({
      level: 'error',
      details: { payment: PAYMENT, refund: 'rfnd_abcdefghij0000', amountPaise: created.amount },
    });
  });

  test('is not refunded again when a failure is reported after the success', async () => {
    await reconcileAfter(0);
    const [refund] = provider.refunds as [GatewayRefund];
    await deliverRefundEvent('refund.processed', refund);
    await deliverRefundEvent('refund.failed', refund);
    await deliverRefundEvent('refund.failed', { ...refund, id: 'rfnd_abcdefghij0009' });
    expect(await storedRefund()).toEqual({ status: 'processed', refund_id: refund.id, failures: 0 });
    expect(await fetchMyBookings()).toMatchObject([{ status: 'refunded', refund: { status: 'refunded' } }]);
    await reconcileAfter(24 * 60 * MINUTE);
    expect(provider.keys, 'one refund was requested').toHaveLength(1);
  });

  test('whose refund failed without a report is due again', async () => {
    await reconcileAfter(0);
    Object.assign(provider.refunds[0] as object, { status: 'failed' });
    await reconcileAfter(10 * MINUTE);
    expect(await storedRefund()).toMatchObject({ status: 'due', failures: 1 });
    expect(server.logged.at(-1)).toMatchObject({
      level: 'error',
      details: { payment: PAYMENT, refund: 'rfnd_abcdefghij0000' },
    });
  });

  test('whose refund the provider refuses is logged as an error', async () => {
    provider.error = new GatewayError('refused', 'Your account has too little balance', 400);
    await reconcileAfter(0);
    expect(server.logged.at(-1)).toMatchObject({
      level: 'error',
      details: { payment: PAYMENT, attempts: 1, description: 'Your account has too little balance' },
    });
    expect(await storedRefund()).toMatchObject({ status: 'due' });
  });

  test('is not refunded by a partial refund', async () => {
    await reconcileAfter(0);
    await deliverRefundEvent('refund.processed', { id: 'rfnd_byHandxxxx0001', amountPaise: 100 });
    expect(await storedRefund()).toMatchObject({ status: 'requested' });
    expect(await fetchStatus()).toBe('refund_due');
  });

  test('is refunded by one process only when several run concurrently', async () => {
    await Promise.all([processRefunds(deps()), processRefunds(deps()), processRefunds(deps())]);
    expect(provider.keys).toHaveLength(1);
  });

  test('twice is refunded only when both payments are', async () => {
    await settle(server.payments, captureOf({ id: 'pay_abcdefghij0002' }));
    await deliverRefundEvent('refund.processed', { id: 'rfnd_abcdefghij0009' });
    expect(await fetchStatus()).toBe('refund_due');
    expect(await fetchMyBookings()).toMatchObject([
      { refund: { amount: ((created.amount * 2) / 100).toFixed(2) } },
    ]);
  });
});

test('a booking that was paid twice stays confirmed, and its user sees the refund', async () => {
  await settle(server.payments, captureOf());
  await settle(server.payments, captureOf({ id: 'pay_abcdefghij0002' }));
  provider.firstStatus = 'processed';
  expect(await fetchMyBookings()).toMatchObject([{ status: 'confirmed', refund: { status: 'refund_due' } }]);
  await reconcileAfter(0);
  expect(await fetchMyBookings()).toMatchObject([
    { status: 'confirmed', refund: { amount: (created.amount / 100).toFixed(2), status: 'refunded' } },
  ]);
});

test('a refund that we did not request is recorded, and the booking stays confirmed', async () => {
  await settle(server.payments, captureOf());
  expect(await deliverRefundEvent('refund.processed', { id: 'rfnd_byHandxxxx0001' })).toMatchObject({
    status: 200,
    body: { status: 'done' },
  });
  expect(await fetchStatus()).toBe('confirmed');
  const [booking] = await fetchMyBookings();
  expect(booking).toMatchObject({
    refund: { status: 'refunded' },
    refunds: [{ reason: 'provider', status: 'processed', reference: 'rfnd_byHandxxxx0001' }],
  });
});

test('a refund of a payment that is none of ours changes nothing', async () => {
  const event = { id: 'rfnd_byHandxxxx0001', payment_id: 'pay_ofAnotherShop1' };
  expect(await deliverRefundEvent('refund.processed', event)).toMatchObject({
    status: 200,
    body: { status: 'ignored' },
  });
  expect(await server.database.selectFrom('refund').select('id').execute()).toEqual([]);
});

test('the provider refunds a late payment, and a later report of the browser gets 410', async () => {
  const paid = await pay(server, created);
  server.clock.now = START + 14 * MINUTE;
  await create(server, MORNING, { user: server.member });
  await reconcile(server.payments);
  expect(await fetchStatus()).toMatch(/^refund/);
  expect(await complete(server, created, paid)).toMatchObject({
    status: 410,
    body: { error: { code: 'hold-over' } },
  });
});
