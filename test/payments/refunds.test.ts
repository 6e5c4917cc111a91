import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import type { MyBookingsResponse } from '../../contract/booking.ts';
import { paths } from '../../contract/paths.ts';
import type { GatewayRefund } from '../../server/payments/entities.ts';
import { GatewayError } from '../../server/payments/gatewayError.ts';
import { processRefunds } from '../../server/payments/processRefunds.ts';
import { reconcile } from '../../server/payments/reconcile.ts';
import { settle } from '../../server/payments/settle.ts';
import { get } from '../api/client.ts';
import { START } from '../api/startServer.ts';
import { captureOf, created, withBegunPayment } from './begunPayment.ts';
import { server } from './freshPayments.ts';
import { pay } from './payer.ts';
import { complete, create, dataOf, MORNING, standing } from './startPayments.ts';
import { deliver, eventOf, PAYMENT } from './webhooks.ts';

withBegunPayment();

const MINUTE = 60_000;

/** A provider that refunds as each test wants, keeps every refund, and knows its idempotency keys. */
const provider = {
  refunds: [] as GatewayRefund[],
  keys: [] as string[],
  /** How a refund begins. */
  begins: 'pending' as GatewayRefund['status'],
  /** What goes wrong after the refund was made; null: nothing. */
  breaks: null as GatewayError | null,
};
const deps = () => ({
  ...server.payments,
  gateway: {
    ...server.gateway,
    fetchOrderPayments: async () => [],
    async fetchRefunds() {
      await delay(5);
      return [...provider.refunds];
    },
    async refundOnce(
      _payment: string,
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
        status: provider.begins,
      };
      if (!provider.keys.includes(key)) provider.refunds.push(refund);
      provider.keys.push(key);
      if (provider.breaks) throw provider.breaks;
      return refund;
    },
  },
});

beforeEach(() => {
  Object.assign(provider, { refunds: [], keys: [], begins: 'pending', breaks: null });
});

const reconcileAfter = async (ms: number): Promise<void> => {
  server.clock.now += ms;
  await reconcile(deps());
};
const storedRefund = () =>
  server.database.selectFrom('refund').select(['status', 'refund_id', 'failures']).executeTakeFirstOrThrow();
const statusNow = async () => (await standing(server, created)).status;

/** The provider's word about a refund, by webhook. */
const deliverRefundEvent = (
  event: 'refund.processed' | 'refund.failed',
  { id, amountPaise }: Partial<GatewayRefund> = {},
) =>
  deliver(
    server,
    eventOf(event, {
      refund: {
        id: id ?? provider.refunds.at(-1)?.id,
        entity: 'refund',
        payment_id: PAYMENT,
        amount: amountPaise ?? created.amount,
        status: event === 'refund.processed' ? 'processed' : 'failed',
      },
    }),
  );

const mine = async () =>
  (await get<MyBookingsResponse>(server, paths.myBookings, server.guest.access)).body.data;

describe('money that came too late', () => {
  beforeEach(async () => {
    server.clock.now = START + 14 * MINUTE;
    await create(server, MORNING, { user: server.member });
    await settle(server.payments, captureOf());
  });

  test('is asked back once, and the booking is refunded when the provider has given it', async () => {
    await reconcileAfter(0);
    expect(provider.keys).toHaveLength(1);
    expect(await storedRefund()).toMatchObject({ status: 'requested', refund_id: 'rfnd_abcdefghij0000' });
    expect(await statusNow()).toBe('refund_due');
    expect(await deliverRefundEvent('refund.processed')).toMatchObject({ status: 200 });
    expect(await statusNow()).toBe('refunded');
    await reconcileAfter(48 * 60 * MINUTE);
    expect(provider.keys).toHaveLength(1);
  });

  test('is seen by who paid it, from the first moment to the last', async () => {
    const amount = (created.amount / 100).toFixed(2);
    expect(await mine()).toMatchObject([{ status: 'refund_due', refund: { amount, status: 'refund_due' } }]);
    await reconcileAfter(0);
    await deliverRefundEvent('refund.processed');
    expect(await mine()).toMatchObject([{ status: 'refunded', refund: { amount, status: 'refunded' } }]);
  });

  test('is named for what it is when it comes after the first has gone back, or after the start', async () => {
    await settle(server.payments, captureOf({ id: 'pay_abcdefghij0009' }));
    const soon = dataOf(await create(server, { start: 22, end: 23 }, { bdate: '2025-11-21' }));
    await reconcileAfter(60 * MINUTE);
    const begun = { id: 'pay_abcdefghij0010', orderId: soon.id, amountPaise: soon.amount };
    await settle(server.payments, captureOf(begun));
    const found = await server.database
      .selectFrom('refund')
      .select('late_cause')
      .orderBy('due_since')
      .execute();
    expect(found.map(({ late_cause }) => late_cause)).toEqual([null, 'booking-ended', 'begun']);
  });

  test('that was made without a report is found', async () => {
    await reconcileAfter(0);
    Object.assign(provider.refunds[0] as object, { status: 'processed' });
    await reconcileAfter(10 * MINUTE);
    expect(await statusNow()).toBe('refunded');
    expect(provider.keys).toHaveLength(1);
  });

  test('is not asked back twice when the answer was lost, though the provider forgot the key', async () => {
    provider.breaks = new GatewayError('unreachable', 'ECONNRESET');
    await reconcileAfter(0);
    expect(await storedRefund()).toMatchObject({ status: 'due', refund_id: null });
    Object.assign(provider, { breaks: null, keys: [] });
    await reconcileAfter(MINUTE);
    expect(provider.refunds).toHaveLength(1);
    expect(await storedRefund()).toMatchObject({ status: 'requested', refund_id: 'rfnd_abcdefghij0000' });
  });

  test('is asked back again, with ever longer pauses, while the provider is away', async () => {
    const away = new GatewayError('unreachable', 'away');
    const fetchRefunds = () => Promise.reject(away);
    const begun = server.clock.now;
    const tries: number[] = [];
    for (let minute = 0; minute <= 24 * 60; minute += 1) {
      server.clock.now = begun + minute * MINUTE;
      await reconcile({
        ...server.payments,
        gateway: {
          ...deps().gateway,
          fetchRefunds: () => {
            tries.push(minute);
            return fetchRefunds();
          },
        },
      });
    }
    expect(tries.slice(0, 6)).toEqual([0, 1, 2, 4, 8, 16]);
    expect(tries.at(-1)).toBeGreaterThan(12 * 60);
    expect(tries.length).toBeLessThan(15);
    await reconcileAfter(6 * 60 * MINUTE);
    expect(await storedRefund()).toMatchObject({ status: 'requested' });
  });

  test('that the provider could not process is due again, retried with another key, and logged', async () => {
    await reconcileAfter(0);
    const [first] = provider.refunds as [GatewayRefund];
    Object.assign(first, { status: 'failed' });
    for (const _again of [1, 2]) await deliverRefundEvent('refund.failed', first);
    expect(await storedRefund()).toMatchObject({ status: 'due', failures: 1 });
    expect(await mine()).toMatchObject([{ refund: { status: 'refund_due' } }]);

    provider.begins = 'processed';
    await reconcileAfter(5 * MINUTE);
    expect(new Set(provider.keys).size).toBe(2);
    expect(await statusNow()).toBe('refunded');
    expect(await deliverRefundEvent('refund.failed', first), 'which comes late').toMatchObject({
      status: 200,
    });
    expect(await statusNow()).toBe('refunded');
  });

  test('that is processed is not refunded again for a failure that is reported late', async () => {
    await reconcileAfter(0);
    const [refund] = provider.refunds as [GatewayRefund];
    await deliverRefundEvent('refund.processed', refund);
    await deliverRefundEvent('refund.failed', refund);
    await deliverRefundEvent('refund.failed', { ...refund, id: 'rfnd_abcdefghij0009' });
    expect(await storedRefund()).toEqual({ status: 'processed', refund_id: refund.id, failures: 0 });
    expect(await mine()).toMatchObject([{ status: 'refunded', refund: { status: 'refunded' } }]);
    await reconcileAfter(24 * 60 * MINUTE);
    expect(provider.keys, 'one refund was asked for').toHaveLength(1);
  });

  test('whose failure was not reported is found to have failed', async () => {
    await reconcileAfter(0);
    Object.assign(provider.refunds[0] as object, { status: 'failed' });
    await reconcileAfter(10 * MINUTE);
    expect(await storedRefund()).toMatchObject({ status: 'due', failures: 1 });
    expect(server.logged.at(-1)).toMatchObject({
      level: 'error',
      details: { payment: PAYMENT, refund: 'rfnd_abcdefghij0000' },
    });
  });

  test('that the provider refuses is logged as an error', async () => {
    provider.breaks = new GatewayError('refused', 'Your account has too little balance', 400);
    await reconcileAfter(0);
    expect(server.logged.at(-1)).toMatchObject({
      level: 'error',
      details: { payment: PAYMENT, description: 'Your account has too little balance' },
    });
    expect(await storedRefund()).toMatchObject({ status: 'due' });
  });

  test('is not counted as done for a part of it', async () => {
    await reconcileAfter(0);
    await deliverRefundEvent('refund.processed', { id: 'rfnd_byHandxxxx0001', amountPaise: 100 });
    expect(await storedRefund()).toMatchObject({ status: 'requested' });
    expect(await statusNow()).toBe('refund_due');
  });

  test('is asked back by one process only, however many look at once', async () => {
    await Promise.all([processRefunds(deps()), processRefunds(deps()), processRefunds(deps())]);
    expect(provider.keys).toHaveLength(1);
  });

  test('twice is refunded only when both have gone back', async () => {
    await settle(server.payments, captureOf({ id: 'pay_abcdefghij0002' }));
    await deliverRefundEvent('refund.processed', { id: 'rfnd_abcdefghij0009' });
    expect(await statusNow()).toBe('refund_due');
    expect(await mine()).toMatchObject([{ refund: { amount: ((created.amount * 2) / 100).toFixed(2) } }]);
  });
});

test('a booking that was paid twice stays booked, and its owner sees the refund', async () => {
  await settle(server.payments, captureOf());
  await settle(server.payments, captureOf({ id: 'pay_abcdefghij0002' }));
  provider.begins = 'processed';
  expect(await mine()).toMatchObject([{ status: 'confirmed', refund: { status: 'refund_due' } }]);
  await reconcileAfter(0);
  expect(await mine()).toMatchObject([
    { status: 'confirmed', refund: { amount: (created.amount / 100).toFixed(2), status: 'refunded' } },
  ]);
});

test('a refund that is none of ours changes nothing', async () => {
  await settle(server.payments, captureOf());
  expect(await deliverRefundEvent('refund.processed', { id: 'rfnd_byHandxxxx0001' })).toMatchObject({
    status: 200,
    body: { status: 'ignored' },
  });
  expect(await statusNow()).toBe('confirmed');
  const [booking] = await mine();
  expect(booking).not.toHaveProperty('refund');
});

test('a late payment is refunded through the provider itself, and the browser that comes last sees it', async () => {
  const paid = await pay(server, created);
  server.clock.now = START + 14 * MINUTE;
  await create(server, MORNING, { user: server.member });
  await reconcile(server.payments);
  expect(await statusNow()).toMatch(/^refund/);
  expect(await complete(server, created, paid)).toMatchObject({
    status: 410,
    body: { error: { code: 'hold-over' } },
  });
});
