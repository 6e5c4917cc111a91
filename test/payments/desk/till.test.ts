import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { Till, TillsResponse } from '../../../contract/desk/money/till.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { bookingTimes } from '../../../domain/time/slots.ts';
import { get, post, signIn, type SignedIn } from '../../api/client.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { DAY, dataOf, ROOM } from '../startPayments.ts';

/* The close of the day: what each clerk took and handed out, counted and signed off. */

withFreshPayments();
let desk: SignedIn;
let owner: SignedIn;
beforeEach(async () => {
  desk = await signIn(server, 'desk');
  owner = await signIn(server, 'owner');
});

/** Of an hour. */
const PRICE = '592.36';
let references = 0;
const sell = (slot: number, method: 'cash' | 'upi', clerk = desk) =>
  post<{ data: { booking_id: string } } & ErrorBody>(
    server,
    deskPaths.sell,
    {
      email: 'guest@example.com',
      mid: ROOM,
      bdate: DAY,
      ...bookingTimes({ start: slot, end: slot + 2 }),
      amount: PRICE,
      method,
      ...(method === 'upi' && { reference: `40000000${(references += 1)}` }),
    },
    { token: clerk.access },
  );
/** Cancels a sale; the desk hands part of the price back. */
async function handOut(bookingId: string, refund: string, clerk = desk) {
  const cancelled = await post(
    server,
    deskPaths.cancel,
    { booking_id: bookingId, policy_refund: PRICE, refund, reason: 'The projector is broken' },
    { token: clerk.access },
  );
  expect(cancelled.status).toBe(200);
  const { id } = await server.database
    .selectFrom('refund')
    .select('id')
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow();
  return post<ErrorBody>(
    server,
    deskPaths.handBack,
    { refund_id: id, method: 'cash' },
    { token: clerk.access },
  );
}
const load = async (as = desk) =>
  dataOf(await get<TillsResponse & ErrorBody>(server, deskPaths.tills, as.access));
async function tillOf(clerk: SignedIn, as = clerk): Promise<Till> {
  const till = (await load(as)).tills.find(({ clerk_id }) => clerk_id === clerk.user_id);
  if (!till) throw new Error('the till is not shown');
  return till;
}
/** Signs off what the till shows, with the counted sums of the last argument. */
const signOff = (till: Till, as = desk, count: Record<string, string> = {}) =>
  post<ErrorBody>(
    server,
    deskPaths.closeTill,
    {
      clerk_id: till.clerk_id,
      number: till.number,
      cash_expected: till.cash.expected,
      upi_expected: till.upi.expected,
      cash: till.cash.expected,
      upi: till.upi.expected,
      ...count,
    },
    { token: as.access },
  );
const outcome = async (call: Promise<{ status: number; body: ErrorBody }>) => {
  const { status, body } = await call;
  return status === 200 ? 'done' : body.error.code;
};

test('what a clerk took less what the clerk handed out is expected, each in one count', async () => {
  const cash = dataOf(await sell(20, 'cash')).booking_id;
  dataOf(await sell(24, 'upi'));
  dataOf(await sell(28, 'cash', owner));
  expect((await handOut(cash, '100')).status).toBe(200);
  const till = await tillOf(desk);
  expect(till).toMatchObject({
    number: 1,
    cash: { taken: '592.36', handed_out: '100.00', expected: '492.36' },
    upi: { taken: '592.36', handed_out: '0.00', expected: '592.36' },
  });
  expect(till.entries.map(({ kind, method, amount }) => `${kind} ${method} ${amount}`)).toEqual([
    'refund cash -100.00',
    'payment upi 592.36',
    'payment cash 592.36',
  ]);
  expect(till.entries.map(({ booking_id }) => booking_id)).toEqual([cash, expect.any(String), cash]);
  expect(await outcome(signOff(till))).toBe('done');
  expect(await tillOf(desk)).toMatchObject({ number: 2, since: null, entries: [] });
  // A later refund belongs to the next count.
  dataOf(await sell(32, 'cash'));
  const next = await tillOf(desk);
  expect(next).toMatchObject({ number: 2, cash: { expected: '592.36' } });
  expect(await outcome(signOff(next, desk, { cash: '592' }))).toBe('bad-input');
  expect(await outcome(signOff(next, desk, { cash: '-1', note: 'Typed wrongly' }))).toBe('bad-input');
  expect(await outcome(signOff(next, desk, { cash: '592', note: 'A coin is missing' }))).toBe('done');
  const { closes } = await load();
  expect(closes).toMatchObject([
    {
      number: 2,
      by: 'Divya Raman',
      cash: { expected: '592.36', counted: '592.00' },
      note: 'A coin is missing',
    },
    { number: 1, cash: { expected: '492.36', counted: '492.36' }, upi: { counted: '592.36' }, note: null },
  ]);
});

test('a repeated sign-off changes nothing, and one of what is no longer there is refused', async () => {
  dataOf(await sell(20, 'cash'));
  const shown = await tillOf(desk);
  dataOf(await sell(24, 'cash'));
  const { status, body } = await signOff(shown);
  expect([status, body.error.message]).toEqual([
    409,
    'Something was taken or handed out meanwhile: expected are now ₹1,184.72 in cash and ₹0.00 by UPI',
  ]);
  const till = await tillOf(desk);
  expect(await outcome(signOff(till))).toBe('done');
  expect(await outcome(signOff(till))).toBe('done');
  expect(await outcome(signOff(till, owner))).toBe('changed-meanwhile');
  expect((await load()).closes).toHaveLength(1);
});

test('a clerk signs off the own till, a manager any', async () => {
  dataOf(await sell(20, 'cash', owner));
  dataOf(await sell(24, 'cash'));
  const ofOwner = await tillOf(owner);
  expect((await load(desk)).tills.map(({ clerk_id }) => clerk_id)).toEqual([desk.user_id]);
  expect(await outcome(signOff(ofOwner, desk))).toBe('not-allowed');
  expect((await load(owner)).tills.map(({ clerk_id }) => clerk_id)).toEqual([owner.user_id, desk.user_id]);
  expect(await outcome(signOff(await tillOf(desk, owner), owner))).toBe('done');
  expect((await load(desk)).closes).toMatchObject([{ clerk: 'Divya Raman', by: 'Omana Raman' }]);
  expect(
    await outcome(signOff({ ...ofOwner, clerk_id: '00000000-0000-4000-8000-000000000000' }, owner)),
  ).toBe('not-found');
});

describe('at the same moment', () => {
  /** Every entry is in one count at most, and each count has the sum of its entries. */
  const wrongCounts = async () => {
    const { rows } = await sql<object>`
      select till_close.number from till_close left join till_entry on till_entry.close_id = till_close.id
      group by till_close.id
      having coalesce(sum(amount_paise) filter (where method = 'cash'), 0) <> cash_expected_paise
        or coalesce(sum(amount_paise) filter (where method = 'upi'), 0) <> upi_expected_paise
      union all select -1 from desk_payment
        where not exists (select from till_entry where till_entry.payment_id = desk_payment.payment_id)`.execute(
      server.database,
    );
    return rows;
  };

  test('a sale is in this count or in the next one, never lost and never in both', async () => {
    for (let round = 0; round < 4; round += 1) {
      dataOf(await sell(14 + 4 * round, 'cash'));
      const till = await tillOf(desk);
      const [close, sale] = await Promise.all([signOff(till), sell(16 + 4 * round, 'cash')]);
      expect(sale.status).toBe(200);
      expect([200, 409]).toContain(close.status);
      expect(await wrongCounts()).toEqual([]);
    }
    expect(await outcome(signOff(await tillOf(desk)))).toBe('done');
    const { closes } = await load();
    const counted = closes.reduce((sum, { cash }) => sum + Math.round(Number(cash.counted) * 100), 0);
    expect(counted).toBe(8 * 592_36);
  });

  test('of two people who sign off, one does', async () => {
    dataOf(await sell(20, 'cash'));
    for (let round = 0; round < 2; round += 1) {
      // The second round has nothing to count.
      const till = await tillOf(desk);
      const outcomes = await Promise.all([outcome(signOff(till)), outcome(signOff(till, owner))]);
      expect(outcomes.toSorted()).toEqual(['changed-meanwhile', 'done']);
    }
    expect((await load()).closes).toHaveLength(2);
    expect(await wrongCounts()).toEqual([]);
  });
});

test('a till that was not counted for long has its sums, the latest entries, and is counted', async () => {
  dataOf(await sell(20, 'upi'));
  await sql`
    with copied as (
      insert into payment (payment_id, order_id, amount_paise, status)
      select 'desk_upi_' || n, order_id, 200000000, 'captured' from payment, generate_series(1, 201) as n
      returning payment_id)
    insert into desk_payment (payment_id, method, reference, taken_by, taken_at)
    select copied.payment_id, method, copied.payment_id, taken_by, taken_at from copied, desk_payment`.execute(
    server.database,
  );
  const till = await tillOf(desk);
  expect(till).toMatchObject({ more: true, upi: { taken: '402000592.36', expected: '402000592.36' } });
  expect(till.entries).toHaveLength(200);
  expect(await outcome(signOff(till))).toBe('done');
  expect(await tillOf(desk)).toMatchObject({ number: 2, since: null, entries: [], more: false });
  expect((await load()).closes).toMatchObject([{ upi: { counted: '402000592.36' } }]);
});

test('counts and entries are never changed', async () => {
  dataOf(await sell(20, 'cash'));
  await signOff(await tillOf(desk));
  const { database } = server;
  for (const statement of [
    sql`update till_close set cash_counted_paise = 0`,
    sql`delete from till_close`,
    sql`update till_entry set close_id = null`,
    sql`update till_entry set amount_paise = 0`,
    sql`delete from till_entry`,
  ]) {
    await expect(statement.execute(database)).rejects.toThrow('a till only grows');
  }
});
