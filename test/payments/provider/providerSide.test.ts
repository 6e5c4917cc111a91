import { beforeEach, describe, expect, test } from 'vitest';
import type { Money, MoneyResponse } from '../../../contract/desk/money/money.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { paths } from '../../../contract/paths.ts';
import type { PointsPurchaseOrder } from '../../../contract/points/points.ts';
import { inTransaction } from '../../../server/platform/database/transaction.ts';
import { reconcile } from '../../../server/payments/reconcile/reconcile.ts';
import { recordPayment } from '../../../server/payments/records.ts';
import { applyRefundUpdate } from '../../../server/payments/refunds/refundUpdates.ts';
import { get, post, signIn, type SignedIn } from '../../api/client.ts';
import { issueDueTaxDocuments } from '../../invoices/issuing.ts';
import {
  beginMove,
  cancel,
  cancelNow,
  fetchBookings,
  fetchCancelTerms,
  fetchMoveTerms,
  moveTo,
} from '../cancelling.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { pay } from '../payer.ts';
import { complete, create, dataOf, type Paid } from '../startPayments.ts';

/* What happens at the provider without our request: refunds by hand, disputes, and refunds that it refuses. */

withFreshPayments();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY_MS = 24 * HOUR;
/** Far enough ahead for a full refund. The clock starts on 2025-11-20. */
const FAR = '2025-12-10';
/** Two hours of the room of ₹950 an hour with tax: ₹1,121.00. */
const RANGE = { start: 20, end: 22 };

let desk: SignedIn | undefined;
let owner: SignedIn | undefined;
beforeEach(async () => {
  desk ??= await signIn(server, 'desk');
  owner ??= await signIn(server, 'owner');
});

/** Pays ₹1,121.00 by card, and does not report it: the room's price is changed before. */
async function pay1121(day = FAR) {
  await server.database.updateTable('room').set({ price_per_hour_paise: 95_000 }).execute();
  const created = dataOf(await create(server, RANGE, { bdate: day, amount: '1121.00' }));
  const paid = await pay(server, created);
  return { id: created.notes[2].booking_id, paymentId: paid.razorpay_payment_id, created, paid };
}

/** Books by card for ₹1,121.00, and delivers the payment's webhooks. */
async function book(day = FAR) {
  const { created, paid, ...booking } = await pay1121(day);
  dataOf(await complete(server, created, paid));
  await server.sandbox.deliverDue();
  return booking;
}

const atProvider = async (paymentId: string) =>
  (await server.gateway.fetchPayment(paymentId)).refundedPaise ?? 0;
const rows = () =>
  server.database
    .selectFrom('refund')
    .select(['amount_paise', 'reason', 'status', 'made_by', 'problem'])
    .orderBy('due_since')
    .orderBy('amount_paise')
    .execute();
const fetchMoney = async (): Promise<Money> =>
  dataOf(await get<MoneyResponse>(server, deskPaths.money, desk?.access));
const creditNotes = async () => {
  await issueDueTaxDocuments(server);
  const found = await server.database
    .selectFrom('paper')
    .select(['total_paise'])
    .where('kind', '=', 'credit-note')
    .orderBy('total_paise')
    .execute();
  return found.map(({ total_paise }) => total_paise);
};
const deskCall = (path: string, fields: Record<string, unknown>, user = owner) =>
  post<{ data: unknown } & ErrorBody>(server, path, fields, { token: user?.access });

/** Lets the provider complete its refunds and our server process everything, until nothing is due. */
async function settleAll(): Promise<void> {
  for (let n = 0; n < 3; n += 1) {
    server.clock.now += 10 * MINUTE;
    await server.sandbox.deliverDue();
    await reconcile(server.payments);
  }
}

describe('a refund by hand at the provider', () => {
  test.each(['webhook', 'reconciliation'])('is a row with a credit note, by %s', async (how) => {
    const { id, paymentId } = await book();
    await server.sandbox.refundByHand(paymentId, { amount: 30_000 });
    if (how === 'reconciliation') {
      server.sandbox.injectWebhookFaults({ kind: 'drop', forGood: true }, { times: 100 });
    }
    await settleAll();
    expect(await rows()).toMatchObject([
      { amount_paise: 30_000, reason: 'provider', status: 'processed', made_by: 'provider' },
    ]);
    expect(await creditNotes()).toEqual([30_000]);
    expect(await fetchBookings(server, server.guest, id)).toMatchObject([
      { status: 'confirmed', refund: { amount: '300.00', status: 'refunded' } },
    ]);
    expect((await fetchMoney()).refunds).toMatchObject([
      { amount: '300.00', made_by: 'provider', still_booked: false },
    ]);
  });

  test('is recorded later when an error of ours interrupts the reading of the list, and the error is reported', async () => {
    const { paymentId } = await book();
    server.sandbox.injectWebhookFaults({ kind: 'drop', forGood: true }, { times: 100 });
    await server.sandbox.refundByHand(paymentId, { amount: 30_000 });
    const listRefunds = () => Promise.reject(new TypeError('unreadable list'));
    server.clock.now += 10 * MINUTE;
    await expect(
      reconcile({ ...server.payments, gateway: { ...server.gateway, listRefunds } }),
    ).rejects.toThrow('unreadable list');
    await settleAll();
    expect(await rows()).toMatchObject([{ amount_paise: 30_000, status: 'processed' }]);
  });

  test('is subtracted from the refund of a later cancellation: ₹300.00, then ₹821.00 more', async () => {
    const { id, paymentId } = await book();
    await server.sandbox.refundByHand(paymentId, { amount: 30_000 });
    await settleAll();
    expect(dataOf(await fetchCancelTerms(server, id))).toMatchObject({
      refund: '821.00',
      percent: 100,
      returned_before: '300.00',
    });
    await cancelNow(server, id);
    await settleAll();
    expect(await atProvider(paymentId)).toBe(112_100);
    expect(await creditNotes()).toEqual([30_000, 82_100]);
    expect(await fetchBookings(server, server.guest, id)).toMatchObject([
      {
        refund: { amount: '1121.00', status: 'refunded' },
        refunds: [{ amount: '300.00' }, { amount: '821.00' }],
      },
    ]);
    expect((await fetchMoney()).refunds.map(({ amount }) => amount).toSorted()).toEqual(['300.00', '821.00']);
  });

  test.each([
    ['a part of the difference', 30_000, '-260.50', '560.50'],
    ['more than the difference', 80_000, '0.00', '321.00'],
  ])(
    'of %s: the price of a move says what the move gives back',
    async (_what, amount, difference, refund) => {
      const { id, paymentId } = await book();
      await server.sandbox.refundByHand(paymentId, { amount });
      await settleAll();
      const shorter = { day: FAR, range: { start: 20, end: 21 } };
      expect(dataOf(await fetchMoveTerms(server, id, shorter))).toMatchObject({
        amount: '560.50',
        difference,
        refund,
        returned_before: `${amount / 100}.00`,
      });
      await moveTo(server, id, shorter);
      await settleAll();
      const movedPaise = -Number(difference) * 100;
      expect(await atProvider(paymentId)).toBe(amount + movedPaise);
      expect(dataOf(await fetchCancelTerms(server, id))).toMatchObject({ refund });
    },
  );

  test('leaves nothing to return in the half window', async () => {
    const { id, paymentId } = await book('2025-11-23');
    server.clock.now += 4 * HOUR;
    await server.sandbox.refundByHand(paymentId, { amount: 56_050 });
    await settleAll();
    expect(dataOf(await fetchCancelTerms(server, id))).toMatchObject({
      percent: 50,
      refund: '0.00',
      returned_before: '560.50',
    });
    expect(await cancel(server, id, '560.50')).toMatchObject({ body: { error: { code: 'terms-changed' } } });
    await cancelNow(server, id);
    await settleAll();
    expect(await atProvider(paymentId)).toBe(56_050);
    expect(await creditNotes()).toEqual([56_050]);
  });

  test('of which nobody told us is found before our refund is requested', async () => {
    const { id, paymentId } = await book();
    server.sandbox.injectWebhookFaults({ kind: 'drop', forGood: true }, { times: 100 });
    await server.sandbox.refundByHand(paymentId, { amount: 30_000 });
    await cancelNow(server, id);
    await settleAll();
    expect(await atProvider(paymentId)).toBe(112_100);
    const amounts = (await rows()).map(({ amount_paise }) => amount_paise);
    expect(amounts.toSorted((a, b) => a - b)).toEqual([30_000, 82_100]);
    expect(await creditNotes()).toEqual([112_100]);
  });

  test('in full leaves the booking confirmed, marked for a person, and returns nothing more', async () => {
    const { id, paymentId } = await book();
    await server.sandbox.refundByHand(paymentId);
    await settleAll();
    expect(await fetchBookings(server, server.guest, id)).toMatchObject([{ status: 'confirmed' }]);
    expect((await fetchMoney()).refunds).toMatchObject([{ amount: '1121.00', still_booked: true }]);
    expect(await cancelNow(server, id)).toMatchObject({ refund: '0.00' });
    await settleAll();
    expect(await atProvider(paymentId)).toBe(112_100);
    expect(await creditNotes()).toEqual([112_100]);
  });

  test('whose event comes before its payment’s pays the booking first', async () => {
    const { id, paymentId } = await pay1121();
    await server.sandbox.refundByHand(paymentId, { amount: 30_000 });
    server.clock.now += MINUTE;
    server.sandbox.injectWebhookFaults({ kind: 'reorder' });
    await server.sandbox.deliverDue();
    expect(await rows()).toMatchObject([{ amount_paise: 30_000, made_by: 'provider' }]);
    expect(await fetchBookings(server, server.guest, id)).toMatchObject([{ status: 'confirmed' }]);
  });

  describe('that is listed before its payment pays has its credit note with the invoice', () => {
    /** Refunds a part of a payment of which only the start is known, and reads that refund, before the payment is settled. */
    async function refundEarly({ razorpay_payment_id: paymentId, razorpay_order_id: orderId }: Paid) {
      const payment = await server.gateway.fetchPayment(paymentId);
      await recordPayment(server.database, { ...payment, orderId, status: 'created' });
      server.sandbox.injectWebhookFaults({ kind: 'drop', forGood: true }, { times: 100 });
      const { id } = await server.sandbox.refundByHand(paymentId, { amount: 30_000 });
      const state = { ownId: null, amountPaise: 30_000, status: 'processed', bankReference: null } as const;
      await inTransaction(server.database, (tx) =>
        applyRefundUpdate(tx, paymentId, { id, ...state }, server.clock.now),
      );
      expect(await creditNotes()).toEqual([]);
    }

    test('of a booking', async () => {
      const { id, created, paid } = await pay1121();
      await refundEarly(paid);
      dataOf(await complete(server, created, paid));
      await settleAll();
      expect(await fetchBookings(server, server.guest, id)).toMatchObject([{ status: 'confirmed' }]);
      expect(await creditNotes()).toEqual([30_000]);
    });

    test('of a booking that a server of the previous version confirmed', async () => {
      const { created, paid } = await pay1121();
      await refundEarly(paid);
      dataOf(await complete(server, created, paid));
      const { database, clock } = server;
      await database.deleteFrom('paper_due').execute();
      await database
        .updateTable('paper_start')
        .set({ since: new Date(clock.now) })
        .execute();
      expect(await creditNotes()).toEqual([30_000]);
    });

    test('of a move', async () => {
      const { id } = await book();
      const order = await beginMove(server, id, { day: FAR, range: { start: 20, end: 24 } });
      await refundEarly(await pay(server, order));
      await settleAll();
      const moved = server.database.selectFrom('booking').select('end_slot').where('id', '=', id);
      expect(await moved.executeTakeFirst()).toEqual({ end_slot: 24 });
      expect(await creditNotes()).toEqual([30_000]);
    });

    test('of points', async () => {
      const order = dataOf(
        await post<{ data: PointsPurchaseOrder } & ErrorBody>(
          server,
          paths.buyPoints,
          { points: 10, amount: '7080.00' },
          { token: server.member.access },
        ),
      );
      await refundEarly(await pay(server, order));
      await settleAll();
      expect(await creditNotes()).toEqual([30_000]);
    });
  });

  test('that fails is left to a person', async () => {
    const { paymentId } = await book();
    const { id } = await server.sandbox.refundByHand(paymentId, { amount: 30_000 });
    await server.sandbox.deliverDue();
    await server.sandbox.failRefund(id);
    await server.sandbox.deliverDue();
    expect(await rows()).toMatchObject([{ amount_paise: 30_000, status: 'needs_person' }]);
    await settleAll();
    expect(await atProvider(paymentId)).toBe(0);
  });

  test('settles a refund that the provider had refused to us', async () => {
    const { id, paymentId } = await book();
    server.sandbox.refuseRefunds('never');
    await cancelNow(server, id);
    await reconcile(server.payments);
    expect(await rows()).toMatchObject([{ status: 'needs_person' }]);
    await server.sandbox.refundByHand(paymentId);
    await settleAll();
    expect(await rows()).toMatchObject([{ amount_paise: 112_100, status: 'processed', made_by: 'provider' }]);
  });
});

describe('a refund that the provider refuses for good', () => {
  async function refused(reason: 'too-old' | 'never' = 'too-old') {
    const booking = await book();
    server.sandbox.refuseRefunds(reason);
    await cancelNow(server, booking.id);
    await reconcile(server.payments);
    return booking;
  }
  const refundId = async () => (await fetchMoney()).refunds[0]?.id;

  test('needs a person, with the provider’s reason, and is not tried again', async () => {
    await refused();
    expect((await fetchMoney()).refunds).toMatchObject([
      {
        status: 'needs_person',
        amount: '1121.00',
        problem: 'Payment is more than 6 months old, only instant refund is supported',
      },
    ]);
    server.sandbox.failCalls('any', { kind: 'server-error' }, 10_000);
    const { attempts } = await server.database
      .selectFrom('refund')
      .select('attempts')
      .executeTakeFirstOrThrow();
    server.clock.now += 2 * DAY_MS;
    await reconcile(server.payments);
    expect(await server.database.selectFrom('refund').select('attempts').execute()).toEqual([{ attempts }]);
  });

  test('can be refunded at once as an instant refund', async () => {
    const { paymentId } = await refused();
    const fields = { refund_id: await refundId(), reason: 'Too old for a normal refund', speed: 'optimum' };
    expect(await deskCall(deskPaths.retryRefund, fields)).toMatchObject({ status: 200 });
    await settleAll();
    expect(await atProvider(paymentId)).toBe(112_100);
    expect(await rows()).toMatchObject([{ status: 'processed' }]);
  });

  test.each(['cash', 'transfer', 'outside'])('can be paid out: %s', async (method) => {
    const { id } = await refused('never');
    const fields = { refund_id: await refundId(), method, reference: 'N123456789' };
    expect(await deskCall(deskPaths.handBack, fields)).toMatchObject({ status: 200 });
    expect(await rows()).toMatchObject([{ status: 'processed' }]);
    expect(await fetchBookings(server, server.guest, id)).toMatchObject([
      { refund: { amount: '1121.00', status: 'refunded' } },
    ]);
  });

  test('needs a reference when it is not paid out in cash', async () => {
    await refused('never');
    const fields = { refund_id: await refundId(), method: 'transfer' };
    expect(await deskCall(deskPaths.handBack, fields)).toMatchObject({ status: 400 });
  });

  test('while the balance is too low, is tried again until it works', async () => {
    const { id, paymentId } = await book();
    server.sandbox.refuseRefunds('balance');
    await cancelNow(server, id);
    await reconcile(server.payments);
    expect(await rows()).toMatchObject([{ status: 'due' }]);
    server.sandbox.refuseRefunds(null);
    await settleAll();
    expect(await atProvider(paymentId)).toBe(112_100);
  });

  test('and one that failed three times, need a person', async () => {
    const { id } = await book();
    server.sandbox.failNextRefunds(3);
    await cancelNow(server, id);
    for (let n = 0; n < 8; n += 1) {
      server.clock.now += 6 * HOUR;
      await reconcile(server.payments);
      await server.sandbox.deliverDue();
    }
    expect(await rows()).toMatchObject([{ status: 'needs_person' }]);
  });
});

test('a refund that is still with the provider cannot be paid out at the desk', async () => {
  const { id } = await book();
  await cancelNow(server, id);
  const refund_id = (await fetchMoney()).refunds[0]?.id;
  expect(await deskCall(deskPaths.handBack, { refund_id, method: 'cash' })).toMatchObject({ status: 409 });
});

describe('a dispute', () => {
  test('is a row with state and amount, and a line in Money', async () => {
    const { id, paymentId } = await book();
    const dispute = await server.sandbox.openDispute(paymentId);
    await server.sandbox.deliverDue();
    expect((await fetchMoney()).disputes).toMatchObject([
      { id: dispute.id, amount: '1121.00', status: 'open', booking_id: id },
    ]);
    await server.sandbox.decideDispute(dispute.id, 'under_review');
    await server.sandbox.deliverDue();
    expect((await fetchMoney()).disputes).toMatchObject([{ status: 'under_review' }]);
    await server.sandbox.decideDispute(dispute.id, 'won');
    await server.sandbox.deliverDue();
    expect((await fetchMoney()).disputes).toMatchObject([{ status: 'won' }]);
    expect(await rows()).toEqual([]);
  });

  test.each(['webhook', 'reconciliation'])(
    'that is lost returns the money once: a cancellation returns nothing more (by %s)',
    async (how) => {
      const { id, paymentId } = await book();
      if (how === 'reconciliation') {
        server.sandbox.injectWebhookFaults({ kind: 'drop', forGood: true }, { times: 100 });
      }
      const dispute = await server.sandbox.openDispute(paymentId);
      await server.sandbox.decideDispute(dispute.id, 'lost');
      await settleAll();
      expect(await rows()).toMatchObject([
        { amount_paise: 112_100, reason: 'dispute', status: 'processed', made_by: 'dispute' },
      ]);
      expect(await creditNotes()).toEqual([112_100]);
      expect(await cancelNow(server, id)).toMatchObject({ refund: '0.00' });
      await settleAll();
      expect(await atProvider(paymentId)).toBe(0);
      expect((await fetchMoney()).disputes).toMatchObject([{ status: 'lost' }]);
    },
  );

  test.each(['won', 'lost'] as const)('holds the refund of a cancellation until it is %s', async (end) => {
    const { id, paymentId } = await book();
    const dispute = await server.sandbox.openDispute(paymentId);
    await server.sandbox.deliverDue();
    expect(dataOf(await fetchCancelTerms(server, id))).toMatchObject({ refund: '1121.00', disputed: true });
    const shorter = { day: FAR, range: { start: 20, end: 21 } };
    expect(dataOf(await fetchMoveTerms(server, id, shorter))).toMatchObject({
      difference: '-560.50',
      disputed: true,
    });
    await cancelNow(server, id);
    await settleAll();
    expect(await atProvider(paymentId)).toBe(0);
    expect((await fetchMoney()).refunds).toMatchObject([{ status: 'due', waits_for_dispute: true }]);
    await server.sandbox.decideDispute(dispute.id, end);
    await settleAll();
    expect(await atProvider(paymentId)).toBe(end === 'won' ? 112_100 : 0);
    expect(await rows()).toMatchObject([
      { amount_paise: 112_100, status: 'processed', made_by: end === 'won' ? 'us' : 'dispute' },
    ]);
    expect(await creditNotes()).toEqual([112_100]);
  });

  test('about a cancelled booking whose refund is still due returns the money once', async () => {
    const { id, paymentId } = await book();
    await cancelNow(server, id);
    const dispute = await server.sandbox.openDispute(paymentId);
    await server.sandbox.decideDispute(dispute.id, 'lost');
    await server.sandbox.deliverDue();
    await settleAll();
    expect(await atProvider(paymentId)).toBe(0);
    expect(await rows()).toMatchObject([{ amount_paise: 112_100, made_by: 'dispute', status: 'processed' }]);
  });

  test('does not go back to an earlier state', async () => {
    const { paymentId } = await book();
    const dispute = await server.sandbox.openDispute(paymentId);
    await server.sandbox.decideDispute(dispute.id, 'lost');
    server.sandbox.injectWebhookFaults({ kind: 'reorder' });
    await server.sandbox.deliverDue();
    await settleAll();
    expect((await fetchMoney()).disputes).toMatchObject([{ status: 'lost' }]);
    expect(await rows()).toHaveLength(1);
  });
});

describe('a payment of another amount than its order', () => {
  const invoices = async () => {
    await issueDueTaxDocuments(server);
    const found = await server.database.selectFrom('paper').select('total_paise').execute();
    return found.map(({ total_paise }) => total_paise);
  };

  test('by a fee that the customer bears books the room for the order’s amount', async () => {
    server.sandbox.changeAmounts({ fee: 2_646 });
    const { id, paymentId } = await book();
    expect(await fetchBookings(server, server.guest, id)).toMatchObject([
      { status: 'confirmed', amount: '1121.00' },
    ]);
    expect(await invoices()).toEqual([112_100]);
    await cancelNow(server, id);
    await settleAll();
    expect(await atProvider(paymentId)).toBe(112_100);
  });

  test('by an offer books the room for what was paid', async () => {
    server.sandbox.changeAmounts({ discount: 12_100 });
    const { id, paymentId } = await book();
    expect(await fetchBookings(server, server.guest, id)).toMatchObject([
      { status: 'confirmed', amount: '1000.00' },
    ]);
    expect(await invoices()).toEqual([100_000]);
    await cancelNow(server, id);
    await settleAll();
    expect(await atProvider(paymentId)).toBe(100_000);
  });
});
