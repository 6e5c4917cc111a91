import { beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { deskPaths } from '../../contract/deskPaths.ts';
import type { ErrorBody } from '../../contract/errors.ts';
import { dateAt } from '../../domain/calendar.ts';
import { bookingTimes, type SlotRange } from '../../domain/slots.ts';
import { get, post, signIn, type ApiResponse, type SignedIn } from '../api/client.ts';
import { START } from '../api/startServer.ts';
import { pay } from '../payments/payer.ts';
import {
  complete,
  costOf,
  create,
  dataOf,
  DAY,
  MORNING,
  ROOM,
  type PaymentServer,
} from '../payments/startPayments.ts';
import { deadlocks, partial } from './contest.ts';
import { onTwoPaymentServers } from './twoPaymentServers.ts';

/* Two servers on one real PostgreSQL: two clerks, a manager and an owner work at the same time as the visitors. */
const rounds = Array.from({ length: 2 }, (_, round) => round + 1);
const POINTS = 40;

let here: PaymentServer;
let there: PaymentServer;
/** A clerk, and an owner who works beside the clerk. */
let clerk: SignedIn;
let owner: SignedIn;
onTwoPaymentServers(async (servers) => {
  ({ here, there } = servers);
  clerk = await signIn(here, 'desk');
  owner = await signIn(there, 'owner');
});
beforeEach(async () => {
  await here.reset();
  await here.database.updateTable('app_user').set({ half_points: POINTS }).execute();
  // An earlier test may have demoted the clerk.
  await here.database
    .updateTable('app_user')
    .set({ role: 'staff' })
    .where('id', '=', clerk.user_id)
    .execute();
});

type Said = ApiResponse<{ data: { booking_id: string } } & ErrorBody>;
const call = (
  server: PaymentServer,
  by: SignedIn,
  path: string,
  fields: Record<string, unknown>,
): Promise<Said> => post(server, path, fields, { token: by.access });
const said = ({ status, body }: { status: number; body: { error?: { code: string } } }): string =>
  status === 200 ? 'done' : (body.error?.code ?? '');

const walkIn = (server: PaymentServer, by: SignedIn, range: SlotRange): Promise<Said> =>
  call(server, by, deskPaths.walkIn, {
    email: 'member@example.com',
    mid: ROOM,
    bdate: DAY,
    ...bookingTimes(range),
  });
const sell = (server: PaymentServer, by: SignedIn, range: SlotRange): Promise<Said> =>
  call(server, by, deskPaths.sell, {
    email: 'member@example.com',
    mid: ROOM,
    bdate: DAY,
    ...bookingTimes(range),
    method: 'cash',
    amount: costOf(range),
  });

const bookings = () =>
  here.database
    .selectFrom('booking')
    .select(['id', 'status', 'start_slot', 'end_slot', 'total_paise'])
    .orderBy('start_slot')
    .execute();
/** How many changes of a kind the audit has. */
const audited = async (action: string): Promise<number> =>
  (await here.database.selectFrom('audit_entry').select('id').where('action', '=', action).execute()).length;
const memberPoints = async (): Promise<number> =>
  (
    await here.database
      .selectFrom('app_user')
      .select('half_points')
      .where('id', '=', here.member.user_id)
      .executeTakeFirstOrThrow()
  ).half_points;

describe('two clerks and the same times', () => {
  test.each(rounds)('two members are booked: one has them and pays once, round %i', async () => {
    const responses = await Promise.all([
      walkIn(here, clerk, { start: 20, end: 22 }),
      walkIn(there, owner, { start: 21, end: 23 }),
    ]);
    expect(responses.map(said).toSorted()).toEqual(['done', 'slot-taken']);
    expect(await bookings()).toHaveLength(1);
    expect(await partial(here.database)).toEqual([]);
    expect(await memberPoints()).toBe(POINTS - 2);
  });

  test.each(rounds)('a sale in cash and a visitor’s hold: one of them has the times, round %i', async () => {
    const responses = await Promise.all([
      sell(here, clerk, { start: 20, end: 22 }),
      create(there, { start: 21, end: 23 }),
    ]);
    expect(responses.map(said).toSorted()).toEqual(['done', 'slot-taken']);
    const isSold = said(responses[0]) === 'done';
    expect(await bookings()).toMatchObject([
      isSold ? { status: 'confirmed', start_slot: 20 } : { status: 'held', start_slot: 21 },
    ]);
    expect(await partial(here.database)).toEqual([]);
    // The clerk who is refused has taken no money.
    const taken = await here.database.selectFrom('desk_payment').select('payment_id').execute();
    expect(taken).toHaveLength(isSold ? 1 : 0);
  });
});

describe('a price that a manager sets meanwhile', () => {
  const NEW_PRICE = 600;
  const setPrice = async (): Promise<Said> => {
    const { version } = await there.database
      .selectFrom('room')
      .select('version')
      .where('id', '=', ROOM)
      .executeTakeFirstOrThrow();
    return call(there, owner, deskPaths.setPrice, {
      id: ROOM,
      version,
      from_day: dateAt(START),
      price_per_hour: NEW_PRICE,
    });
  };

  test.each(rounds)('a hold is paid at the price that it began with, round %i', async () => {
    const held = dataOf(await create(here));
    const paid = await pay(here, held);
    const [changed, again, completed, sold] = await Promise.all([
      setPrice(),
      create(there),
      complete(here, held, paid),
      sell(there, clerk, { start: 30, end: 32 }),
    ]);
    expect([said(changed), said(completed)]).toEqual(['done', 'done']);
    // A second click finds the hold or the booking of the first, and never another price.
    expect(said(again) === 'done' ? dataOf(again).id : said(again)).toBeOneOf([
      held.id,
      'already-booked',
      'price-changed',
    ]);
    expect(said(sold)).toBeOneOf(['done', 'price-changed']);
    const [booked, ...others] = await bookings();
    expect(booked).toMatchObject({ status: 'confirmed', total_paise: held.amount });
    expect(others.map(({ total_paise }) => total_paise)).toEqual(said(sold) === 'done' ? [592_36] : []);
    expect(await here.database.selectFrom('refund').select('id').execute()).toEqual([]);
    // Both servers have the new price from here on.
    for (const server of [here, there]) {
      expect(said(await create(server, { start: 40, end: 42 }))).toBe('price-changed');
    }
  });
});

describe('a clerk who is demoted in mid-session', () => {
  const demote = (): Promise<Said> =>
    call(there, owner, deskPaths.giveRole, {
      email: 'desk@example.com',
      role: 'customer',
      reason: 'The season is over',
    });
  const plan = (server: PaymentServer) => get(server, `${deskPaths.dayPlan}?date=${DAY}`, clerk.access);

  test.each(rounds)('is refused on both servers with the next call, round %i', async (round) => {
    expect([(await plan(here)).status, (await plan(there)).status]).toEqual([200, 200]);
    const before = await audited('sold at the desk');
    const [demoted, ...sold] = await Promise.all([
      demote(),
      sell(here, clerk, { start: 20, end: 22 }),
      sell(there, clerk, { start: 22 + round, end: 24 + round }),
    ]);
    expect(said(demoted)).toBe('done');
    for (const response of sold) expect(said(response)).toBeOneOf(['done', 'not-allowed']);
    for (const server of [here, there]) {
      expect([(await plan(server)).status, said(await sell(server, clerk, { start: 40, end: 42 }))]).toEqual([
        403,
        'not-allowed',
      ]);
    }
    // What was refused left nothing, and what was done has its audit.
    const made = sold.filter((response) => said(response) === 'done').length;
    expect(await bookings()).toHaveLength(made);
    expect(await audited('sold at the desk')).toBe(before + made);
  });

  test('is refused a change that was begun before and would end after it', async () => {
    const waiting = async (): Promise<boolean> => {
      const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock'`.execute(
        there.database,
      );
      return rows.length > 0;
    };
    const sale = { isOver: false };
    const sold = await here.database.transaction().execute(async (tx) => {
      await tx.updateTable('app_user').set({ role: 'customer' }).where('id', '=', clerk.user_id).execute();
      const selling = sell(there, clerk, MORNING).finally(() => (sale.isOver = true));
      // The sale has passed the guard, and waits for the clerk's row; one that does not wait is over.
      while (!sale.isOver && !(await waiting())) await new Promise((next) => setImmediate(next));
      return { selling };
    });
    expect(said(await sold.selling)).toBe('not-allowed');
    expect(await bookings()).toEqual([]);
  });
});

describe('two clerks and the same money', () => {
  const refunds = () =>
    here.database.selectFrom('refund').select(['id', 'status', 'refund_id', 'amount_paise']).execute();
  const cancel = (server: PaymentServer, by: SignedIn, id: string, refund: string): Promise<Said> =>
    call(server, by, deskPaths.cancel, {
      booking_id: id,
      policy_refund: costOf(MORNING),
      refund,
      reason: 'The projector broke',
    });

  test.each(rounds)('what is due is handed back once, and one clerk reads so, round %i', async () => {
    const id = dataOf(await sell(here, clerk, MORNING)).booking_id;
    // Each returns another amount.
    const cancelled = await Promise.all([
      cancel(here, clerk, id, costOf(MORNING)),
      cancel(there, owner, id, '100'),
    ]);
    expect(cancelled.map(said).toSorted()).toEqual(['done', 'not-booked']);
    const amount = said(cancelled[0]) === 'done' ? 888_54 : 100_00;
    const [due] = await refunds();
    expect(due).toMatchObject({ status: 'due', amount_paise: amount });

    const before = await audited('refund handed back');
    const back = { refund_id: due?.id, method: 'cash' };
    const handed = await Promise.all([
      call(here, clerk, deskPaths.handBack, back),
      call(there, owner, deskPaths.handBack, back),
    ]);
    expect(handed.map(said).toSorted()).toEqual(['changed-meanwhile', 'done']);
    expect(await refunds()).toEqual([
      { id: due?.id, status: 'processed', refund_id: `desk_cash_${due?.id}`, amount_paise: amount },
    ]);
    expect(await audited('refund handed back')).toBe(before + 1);
  });
});

test('nothing of this made transactions wait for each other in a circle', async () => {
  expect(await deadlocks(here.database)).toBe(0);
});
