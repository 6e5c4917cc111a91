import { beforeEach, describe, expect, test } from 'vitest';
import type { DeskBookingResponse } from '../../../contract/desk/booking.ts';
import type { MoneyResponse } from '../../../contract/desk/money/money.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { RefundLimitsResponse } from '../../../contract/desk/money/refunds.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { bookingTimes, type SlotRange } from '../../../domain/time/slots.ts';
import { reconcile } from '../../../server/payments/reconcile/reconcile.ts';
import { get, post, signIn, type ApiResponse, type SignedIn } from '../../api/client.ts';
import { issueDueTaxDocuments, issuedTaxDocuments } from '../../invoices/issuing.ts';
import { bookByCard, bookByPoints, cancelNow, fetchBookings, moveTo } from '../cancelling.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { DAY, dataOf, ROOM } from '../startPayments.ts';

/* Refunds by the desk of an amount of a booking that stays booked. */

withFreshPayments();
let desk: SignedIn;
let manager: SignedIn;
let owner: SignedIn;
beforeEach(async () => {
  desk ??= await signIn(server, 'desk');
  owner ??= await signIn(server, 'owner');
  if (manager === undefined) {
    manager = await signIn(server, 'member');
    await server.database
      .updateTable('app_user')
      .set({ role: 'manager' })
      .where('id', '=', manager.user_id)
      .execute();
  }
  await server.database.deleteFrom('refund_limits').execute();
});

const MINUTE = 60_000;
/** Four slots: ₹1,184.72. */
const RANGE: SlotRange = { start: 20, end: 24 };
const REASON = 'The projector was broken';

type Answer = ApiResponse<{ data: { state?: string; booking_id: string; version: number } } & ErrorBody>;
const call = (path: string, fields: object, user = desk): Promise<Answer> =>
  post(server, path, { ...fields }, { token: user.access });
const outcome = async (pending: Promise<Answer>) => {
  const { status, body } = await pending;
  if (status !== 200) return `${status} ${body.error.code}`;
  return body.data.state ?? 'done';
};
const refund = (id: string, fields: object = {}, user = desk) =>
  call(
    deskPaths.makeRefund,
    { booking_id: id, amount: '300', left: '1184.72', method: 'provider', reason: REASON, ...fields },
    user,
  );
const book = async (): Promise<string> => (await bookByCard(server, DAY, RANGE)).id;
const sell = async (fields: object = {}): Promise<string> =>
  dataOf(
    await call(deskPaths.sell, {
      email: 'guest@example.com',
      mid: ROOM,
      bdate: DAY,
      ...bookingTimes(RANGE),
      method: 'cash',
      amount: '1184.72',
      ...fields,
    }),
  ).booking_id;
const deskBooking = async (id: string, user = desk) =>
  dataOf(await get<DeskBookingResponse>(server, `${deskPaths.booking}?booking_id=${id}`, user.access));
const money = async (user = owner) => dataOf(await get<MoneyResponse>(server, deskPaths.money, user.access));
const rows = () =>
  server.database
    .selectFrom('refund')
    .select(['amount_paise', 'reason', 'status'])
    .orderBy('due_since')
    .orderBy('amount_paise')
    .execute();
const creditNotes = async (): Promise<string[]> => {
  await issueDueTaxDocuments(server);
  return (await issuedTaxDocuments(server.database)).flatMap(({ kind, amounts }) =>
    kind === 'credit-note' ? [amounts.total] : [],
  );
};
const emails = async (kind: 'refunded' | 'credit-note') =>
  server.database.selectFrom('letter').select('payload').where('kind', '=', kind).execute();
/** `subjectId`: a booking, or a refund of the test. */
const audit = async (action: string, subjectId: string) =>
  server.database
    .selectFrom('audit_entry')
    .select(['was', 'became', 'reason'])
    .where('action', '=', action)
    .where('subject_id', '=', subjectId)
    .orderBy('id')
    .execute();

/** Lets the provider complete its refunds and our server process everything. */
async function settleAll(): Promise<void> {
  for (let n = 0; n < 3; n += 1) {
    server.clock.now += 10 * MINUTE;
    await server.sandbox.deliverDue();
    await reconcile(server.payments);
  }
}

describe('a refund of ₹300 of a booking by card', () => {
  test('goes back by the provider, has a credit note and an email, and leaves the booking', async () => {
    const id = await book();
    expect(await deskBooking(id)).toMatchObject({
      refundable: { left: '1184.72', at_provider: '1184.72', alone: '500.00', disputed: false },
      refund_request: null,
      refunds: [],
    });
    expect(await outcome(refund(id))).toBe('refunded');
    expect(await rows()).toEqual([{ amount_paise: 30_000, reason: 'desk', status: 'due' }]);
    await settleAll();
    expect(await rows()).toEqual([{ amount_paise: 30_000, reason: 'desk', status: 'processed' }]);
    expect(await creditNotes()).toEqual(['300.00']);
    expect([await emails('credit-note'), await emails('refunded')].map(({ length }) => length)).toEqual([
      1, 1,
    ]);
    expect(await fetchBookings(server, server.guest, id)).toMatchObject([
      {
        state: 'confirmed',
        amount: '1184.72',
        refund: { amount: '300.00', status: 'refunded' },
        refunds: [{ amount: '300.00', reason: 'desk' }],
      },
    ]);
    expect(await deskBooking(id)).toMatchObject({
      state: 'confirmed',
      refundable: { left: '884.72', alone: '200.00' },
      refunds: [{ amount: '300.00', reason: 'desk', status: 'processed' }],
    });
    expect(await audit('refunded', id)).toEqual([
      {
        was: { left: '1184.72' },
        became: { left: '884.72', amount: '300.00', method: 'provider', reference: null },
        reason: REASON,
      },
    ]);
  });

  test('is subtracted from the refund of a later cancellation, which returns only what is left', async () => {
    const id = await book();
    await refund(id);
    expect((await cancelNow(server, id)).refund).toBe('884.72');
    await settleAll();
    expect(await rows()).toEqual([
      { amount_paise: 30_000, reason: 'desk', status: 'processed' },
      { amount_paise: 88_472, reason: 'cancelled', status: 'processed' },
    ]);
    expect(await creditNotes()).toEqual(['300.00', '884.72']);
    expect(await outcome(refund(id, { left: '0', amount: '1' }))).toBe('400 bad-input');
  });

  test('is made once when the call is repeated, and again when the clerk saw the first one', async () => {
    const id = await book();
    expect(await outcome(refund(id))).toBe('refunded');
    expect(await outcome(refund(id))).toBe('refunded');
    expect(await outcome(refund(id, { amount: '200' }))).toBe('409 changed-meanwhile');
    expect(await rows()).toHaveLength(1);
    expect(await outcome(refund(id, { left: '884.72', amount: '200' }))).toBe('refunded');
    expect(await rows()).toHaveLength(2);
    expect(await creditNotes()).toEqual(['300.00', '200.00']);
  });

  test('of two clerks at once is made once: the other one gets what is left', async () => {
    const id = await book();
    const answers = await Promise.all([refund(id), refund(id, {}, owner)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.error).toMatchObject({
      code: 'changed-meanwhile',
      present: { left: '884.72' },
    });
    expect(await rows()).toHaveLength(1);
  });

  test.each([
    [{ amount: '1184.73' }, 'amount', 'must not be more than the ₹1,184.72 that is left'],
    [{ amount: '0.99' }, 'amount', 'is too small to refund'],
    [{ amount: '-3' }, 'amount', 'must be rupees with at most two decimals'],
    [{ amount: '' }, 'amount', 'must be rupees with at most two decimals'],
    [{ reason: ' ' }, 'reason', 'must not be empty'],
    [{ method: 'card' }, 'method', expect.any(String)],
    [{ method: 'upi' }, 'reference', 'must not be empty for UPI'],
  ])('is refused with %j', async (fields, field, message) => {
    const id = await book();
    const { status, body } = await refund(id, fields, owner);
    expect([status, body.error.fields]).toEqual([400, { [field]: message }]);
    expect(await rows()).toEqual([]);
  });

  test('is refused for a booking that was paid with points, that is not paid, and that does not exist', async () => {
    const withPoints = await bookByPoints(server, DAY, { start: 30, end: 32 });
    expect(await outcome(refund(withPoints))).toBe('409 not-booked');
    const id = await book();
    await server.database.updateTable('booking').set({ status: 'expired' }).where('id', '=', id).execute();
    expect(await outcome(refund(id))).toBe('409 not-booked');
    expect(await outcome(refund('00000000-0000-4000-8000-000000000000'))).toBe('404 not-found');
  });

  test('of a booking that was moved meanwhile takes what its payments have left', async () => {
    const { id } = await bookByCard(server, DAY, { start: 20, end: 22 });
    await refund(id, { left: '592.36', amount: '500' });
    // A cheaper move would return nothing more than what is left.
    await moveTo(server, id, { day: DAY, range: { start: 30, end: 32 } });
    expect(await outcome(refund(id, { left: '92.36', amount: '92.36' }, owner))).toBe('refunded');
    expect((await rows()).reduce((sum, { amount_paise }) => sum + amount_paise, 0)).toBe(59_236);
  });
});

describe('a refund that the desk pays out', () => {
  test('in cash is processed at once, with its credit note, its email and the entry of the payout', async () => {
    const id = await sell();
    expect(await deskBooking(id)).toMatchObject({ refundable: { left: '1184.72', at_provider: '0.00' } });
    const byProvider = await refund(id);
    expect(byProvider.body.error.fields).toEqual({
      method: 'must be in cash or by UPI: it was paid at the desk',
    });
    expect(await outcome(refund(id, { method: 'cash' }))).toBe('refunded');
    expect(await rows()).toEqual([{ amount_paise: 30_000, reason: 'desk', status: 'processed' }]);
    expect(await creditNotes()).toEqual(['300.00']);
    expect(await emails('refunded')).toHaveLength(1);
    const [paidOut] = await server.database.selectFrom('refund').select('id').execute();
    expect(await audit('refund handed back', paidOut?.id ?? '')).toMatchObject([
      { became: { amount: '300.00', method: 'cash' } },
    ]);
    expect(await fetchBookings(server, server.guest, id)).toMatchObject([
      { refunds: [{ amount: '300.00', at_desk: 'cash', status: 'processed' }] },
    ]);
  });

  test('of a payment by card subtracts what was refunded at the provider meanwhile', async () => {
    const { id, paymentId } = await bookByCard(server, DAY, RANGE);
    server.sandbox.injectWebhookFaults({ kind: 'drop', forGood: true }, { times: 100 });
    await server.sandbox.refundByHand(paymentId, { amount: 100_000 });
    const answer = await refund(id, { method: 'cash' });
    expect(answer.body.error).toMatchObject({ code: 'changed-meanwhile', present: { left: '184.72' } });
    expect(await outcome(refund(id, { method: 'cash', left: '184.72', amount: '184.72' }))).toBe('refunded');
    await settleAll();
    expect((await server.gateway.fetchPayment(paymentId)).refundedPaise).toBe(100_000);
    server.provider.up = false;
    const next = (await bookByCard(server, DAY, { start: 30, end: 34 }).catch(() => null))?.id ?? id;
    expect(await outcome(refund(next, { method: 'cash' }))).toBe('503 unavailable');
    server.provider.up = true;
  });

  test('of a payment that somebody refunds at the provider as well is shown to staff, with credit notes up to its invoice', async () => {
    const { id, paymentId } = await bookByCard(server, DAY, RANGE);
    expect(await outcome(refund(id, { method: 'cash', amount: '300' }))).toBe('refunded');
    await server.sandbox.refundByHand(paymentId, { amount: 100_000 });
    await settleAll();
    expect((await money()).refunds).toMatchObject([
      { amount: '1000.00', status: 'processed', over_returned: '115.28' },
      { amount: '300.00', status: 'processed', over_returned: '115.28' },
    ]);
    expect((await creditNotes()).toSorted()).toEqual(['300.00', '884.72']);
    expect(await deskBooking(id)).toMatchObject({ refundable: null });
  });

  test('by UPI needs a reference, which is used once', async () => {
    const id = await sell();
    const byUpi = { method: 'upi', reference: '532715204418', amount: '100' };
    expect(await outcome(refund(id, byUpi))).toBe('refunded');
    expect(await outcome(refund(id, byUpi))).toBe('refunded');
    expect(await outcome(refund(id, { ...byUpi, left: '1084.72' }))).toBe('409 reference-used');
    expect(await rows()).toHaveLength(1);
  });

  test('waits while a bank decides about a dispute', async () => {
    const { id, paymentId } = await bookByCard(server, DAY, RANGE);
    await server.sandbox.openDispute(paymentId, {});
    await settleAll();
    expect(await deskBooking(id)).toMatchObject({ refundable: { disputed: true } });
    const answer = await refund(id, { method: 'cash' });
    expect(answer.body.error.fields).toEqual({
      method: 'must wait: a bank decides about a dispute of this payment',
    });
  });
});

test('a confirmed refund in cash is not paid out while a dispute that came later is open', async () => {
  const { id, paymentId } = await bookByCard(server, DAY, RANGE);
  expect(await outcome(refund(id, { method: 'cash', amount: '700' }))).toBe('waiting');
  const [request] = (await money()).requests ?? [];
  await call(deskPaths.confirmRefund, { request_id: request?.id, left: '1184.72' }, manager);
  await server.sandbox.openDispute(paymentId, {});
  const payOut = async () => {
    const [due] = (await money()).refunds;
    return outcome(call(deskPaths.handBack, { refund_id: due?.id, method: 'cash' }));
  };
  expect(await payOut()).toBe('409 disputed');
  expect(await rows()).toMatchObject([{ amount_paise: 70_000, status: 'due' }]);
  // A refund that fails at the provider for the last time during the dispute needs a person.
  await server.database
    .updateTable('refund')
    .set({ status: 'needs_person', needs_person_since: new Date(server.clock.now), problem: 'Not delivered' })
    .execute();
  expect(await payOut()).toBe('409 disputed');
  expect((await money()).refunds).toMatchObject([{ status: 'needs_person', waits_for_dispute: true }]);
  expect(await rows()).toMatchObject([{ amount_paise: 70_000, status: 'needs_person' }]);
});

describe('above the limit of a role', () => {
  test('a refund waits until somebody with a higher limit confirms it', async () => {
    const id = await book();
    expect(await outcome(refund(id, { amount: '500.01' }))).toBe('waiting');
    expect(await outcome(refund(id, { amount: '500.01' }))).toBe('waiting');
    expect(await outcome(refund(id, { amount: '1' }))).toBe('409 changed-meanwhile');
    expect(await outcome(refund(id, { amount: '1' }, owner))).toBe('409 changed-meanwhile');
    expect(await rows()).toEqual([]);
    const [request] = (await money(manager)).requests ?? [];
    expect(request).toMatchObject({
      booking_id: id,
      amount: '500.01',
      left: '1184.72',
      before: '0.00',
      by: 'Divya Raman',
      reason: REASON,
      may_confirm: true,
      may_decline: true,
    });
    expect((await deskBooking(id)).refund_request).toMatchObject({
      id: request?.id,
      may_confirm: false,
      may_decline: true,
    });
    const confirm = (fields: object = {}, user = manager) =>
      outcome(call(deskPaths.confirmRefund, { request_id: request?.id, left: '1184.72', ...fields }, user));
    expect(await confirm({}, desk)).toBe('403 not-allowed');
    expect(await confirm({ left: '1' })).toBe('409 changed-meanwhile');
    expect(await confirm()).toBe('done');
    expect(await confirm()).toBe('done');
    expect(await rows()).toEqual([{ amount_paise: 50_001, reason: 'desk', status: 'due' }]);
    expect(await creditNotes()).toEqual(['500.01']);
    expect(await audit('refunded', id)).toMatchObject([{ reason: `${REASON} (requested by Divya Raman)` }]);
    // The first call again, whose response was lost, makes no second request.
    expect(await outcome(refund(id, { amount: '500.01' }))).toBe('waiting');
    expect((await money()).requests).toEqual([]);
  });

  test('the limit is that of a booking: a second small refund waits as well', async () => {
    const id = await book();
    expect(await outcome(refund(id, { amount: '400' }))).toBe('refunded');
    expect(await outcome(refund(id, { amount: '100.01', left: '784.72' }))).toBe('waiting');
  });

  test('a declined refund is not made, can be requested again, and its clerk may withdraw it', async () => {
    const id = await book();
    const request = async () => {
      expect(await outcome(refund(id, { amount: '600' }))).toBe('waiting');
      return (await money()).requests?.[0]?.id;
    };
    const decline = (request_id: string | undefined, user = desk, reason = 'The projector worked') =>
      outcome(call(deskPaths.declineRefund, { request_id, reason }, user));
    const first = await request();
    expect(await decline(first, manager, '')).toBe('400 bad-input');
    expect(await decline(first, manager)).toBe('done');
    expect(await decline(first, manager)).toBe('done');
    expect(await outcome(call(deskPaths.confirmRefund, { request_id: first, left: '1184.72' }, owner))).toBe(
      '409 changed-meanwhile',
    );
    const second = await request();
    expect(second).not.toBe(first);
    expect(await decline(second)).toBe('done');
    expect(await rows()).toEqual([]);
    // A clerk cannot decline the request of somebody else.
    await server.database.updateTable('refund_limits').set({ version: 1 }).execute();
    await call(deskPaths.saveRefundLimits, { staff: '0', manager: '0', version: 0 }, owner);
    expect(await outcome(refund(id, { amount: '600' }, manager))).toBe('waiting');
    const third = (await money()).requests?.[0]?.id;
    expect(await decline(third)).toBe('403 not-allowed');
    expect(
      await outcome(call(deskPaths.confirmRefund, { request_id: third, left: '1184.72' }, manager)),
    ).toBe('403 not-allowed');
    expect(await decline('00000000-0000-4000-8000-000000000000')).toBe('404 not-found');
  });

  test('a refund in cash is confirmed first and paid out afterwards, also of a payment by card', async () => {
    for (const id of [await book(), await sell(bookingTimes({ start: 30, end: 34 }))]) {
      expect(await outcome(refund(id, { amount: '700', method: 'cash' }))).toBe('waiting');
      const [request] = (await money()).requests ?? [];
      expect(
        await outcome(call(deskPaths.confirmRefund, { request_id: request?.id, left: '1184.72' }, manager)),
      ).toBe('done');
      await settleAll();
      const [due] = (await money()).refunds.filter(({ booking_id }) => booking_id === id);
      expect(due?.status).toBe(due?.method === null ? 'needs_person' : 'due');
      expect(await outcome(call(deskPaths.handBack, { refund_id: due?.id, method: 'cash' }))).toBe('done');
    }
    expect((await rows()).map(({ status }) => status)).toEqual(['processed', 'processed']);
    expect(await creditNotes()).toEqual(['700.00', '700.00']);
  });

  test('a cancellation before the confirmation leaves nothing to confirm', async () => {
    const id = await book();
    await refund(id, { amount: '600' });
    await cancelNow(server, id);
    const [request] = (await money()).requests ?? [];
    expect(request).toMatchObject({ left: '0.00' });
    const confirm = (left: string) =>
      outcome(call(deskPaths.confirmRefund, { request_id: request?.id, left }, owner));
    expect([await confirm('1184.72'), await confirm('0')]).toEqual([
      '409 changed-meanwhile',
      '400 bad-input',
    ]);
    expect((await rows()).map(({ reason }) => reason)).toEqual(['cancelled']);
  });

  test('an owner sets the limits', async () => {
    const limits = async () =>
      dataOf(await get<RefundLimitsResponse>(server, deskPaths.refundLimits, owner.access));
    expect(await limits()).toEqual({ staff: '500.00', manager: '5000.00', version: 0 });
    const save = (fields: object) =>
      call(deskPaths.saveRefundLimits, { staff: '200', manager: '1000', version: 0, ...fields }, owner);
    expect((await save({ staff: '2000' })).body.error.fields).toEqual({
      manager: 'must not be less than the limit of staff',
    });
    expect((await save({ manager: '1000000.01' })).status).toBe(400);
    expect(await outcome(save({}))).toBe('done');
    expect(await limits()).toEqual({ staff: '200.00', manager: '1000.00', version: 1 });
    const stale = await save({ staff: '1' });
    expect(stale.body.error).toMatchObject({
      code: 'changed-meanwhile',
      changed: { version: 1, fields: { staff: '200.00', manager: '1000.00' } },
    });
    const id = await book();
    expect(await outcome(refund(id))).toBe('waiting');
    const [request] = (await money(manager)).requests ?? [];
    expect(request?.may_confirm).toBe(true);
  });
});
