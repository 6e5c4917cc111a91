import { beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { deskPaths } from '../../contract/desk/paths.ts';
import type { Till, TillsResponse } from '../../contract/desk/money/till.ts';
import type { ErrorBody } from '../../contract/errors.ts';
import { dateAt } from '../../domain/time/calendar.ts';
import { bookingTimes, type SlotRange } from '../../domain/time/slots.ts';
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
import { issueDueTaxDocuments } from '../invoices/issuing.ts';
import { setHalfPoints } from '../fixtures/setHalfPoints.ts';
import { countDeadlocks, incompleteBookings } from './race.ts';
import { onTwoPaymentServers } from './twoPaymentServers.ts';
import { roundNumbers } from './rounds.ts';

/* Two servers on one real PostgreSQL are used by a clerk and an owner at the desk, and by visitors. */
const rounds = roundNumbers(2);
const POINTS = 40;

let serverA: PaymentServer;
let serverB: PaymentServer;
/** A clerk on the first server, and an owner on the second. */
let clerk: SignedIn;
let owner: SignedIn;
onTwoPaymentServers(async (servers) => {
  ({ serverA, serverB } = servers);
  clerk = await signIn(serverA, 'desk');
  owner = await signIn(serverB, 'owner');
});
beforeEach(async () => {
  await serverA.reset();
  await setHalfPoints(serverA.database, POINTS);
  // An earlier test may have demoted the clerk.
  await serverA.database
    .updateTable('app_user')
    .set({ role: 'staff' })
    .where('id', '=', clerk.user_id)
    .execute();
});

type CallResponse = ApiResponse<{ data: { booking_id: string } } & ErrorBody>;
const call = (
  server: PaymentServer,
  user: SignedIn,
  path: string,
  fields: Record<string, unknown>,
): Promise<CallResponse> => post(server, path, fields, { token: user.access });
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }): string =>
  status === 200 ? 'done' : (body.error?.code ?? '');

const walkIn = (server: PaymentServer, user: SignedIn, range: SlotRange): Promise<CallResponse> =>
  call(server, user, deskPaths.walkIn, {
    email: 'member@example.com',
    mid: ROOM,
    bdate: DAY,
    ...bookingTimes(range),
  });
const sell = (server: PaymentServer, user: SignedIn, range: SlotRange): Promise<CallResponse> =>
  call(server, user, deskPaths.sell, {
    email: 'member@example.com',
    mid: ROOM,
    bdate: DAY,
    ...bookingTimes(range),
    method: 'cash',
    amount: costOf(range),
  });

const bookings = () =>
  serverA.database
    .selectFrom('booking')
    .select(['id', 'status', 'start_slot', 'end_slot', 'total_paise'])
    .orderBy('start_slot')
    .execute();
const countAuditEntries = async (action: string): Promise<number> =>
  (await serverA.database.selectFrom('audit_entry').select('id').where('action', '=', action).execute())
    .length;
const memberPoints = async (): Promise<number> =>
  (
    await serverA.database
      .selectFrom('app_user')
      .select('half_points')
      .where('id', '=', serverA.member.user_id)
      .executeTakeFirstOrThrow()
  ).half_points;

/** Until the call waits for a lock, or has ended without waiting. */
async function untilWaiting(calling: Promise<unknown>): Promise<void> {
  const waited = { isOver: false };
  void calling.finally(() => (waited.isOver = true));
  const isWaiting = async (): Promise<boolean> => {
    const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock'`.execute(
      serverB.database,
    );
    return rows.length > 0;
  };
  while (!waited.isOver && !(await isWaiting())) await new Promise((next) => setImmediate(next));
}

describe('two clerks who sell the same times', () => {
  test.each(rounds)('for members: one booking succeeds and is paid once, round %i', async () => {
    const responses = await Promise.all([
      walkIn(serverA, clerk, { start: 20, end: 22 }),
      walkIn(serverB, owner, { start: 21, end: 23 }),
    ]);
    expect(responses.map(codeOf).toSorted()).toEqual(['done', 'slot-taken']);
    expect(await bookings()).toHaveLength(1);
    expect(await incompleteBookings(serverA.database)).toEqual([]);
    expect(await memberPoints()).toBe(POINTS - 2);
  });

  test.each(rounds)('a cash sale and a visitor’s hold: one of them succeeds, round %i', async () => {
    const responses = await Promise.all([
      sell(serverA, clerk, { start: 20, end: 22 }),
      create(serverB, { start: 21, end: 23 }),
    ]);
    expect(responses.map(codeOf).toSorted()).toEqual(['done', 'slot-taken']);
    const isSold = codeOf(responses[0]) === 'done';
    expect(await bookings()).toMatchObject([
      isSold ? { status: 'confirmed', start_slot: 20 } : { status: 'held', start_slot: 21 },
    ]);
    expect(await incompleteBookings(serverA.database)).toEqual([]);
    // A refused sale has no payment.
    const taken = await serverA.database.selectFrom('desk_payment').select('payment_id').execute();
    expect(taken).toHaveLength(isSold ? 1 : 0);
  });
});

describe('a concurrent price change', () => {
  const NEW_PRICE = 600;
  const setPrice = async (): Promise<CallResponse> => {
    const { version } = await serverB.database
      .selectFrom('room')
      .select('version')
      .where('id', '=', ROOM)
      .executeTakeFirstOrThrow();
    return call(serverB, owner, deskPaths.setPrice, {
      id: ROOM,
      version,
      from_day: dateAt(START),
      price_per_hour: NEW_PRICE,
    });
  };

  test.each(rounds)('does not affect an existing hold, round %i', async () => {
    const held = dataOf(await create(serverA));
    const paid = await pay(serverA, held);
    const [changed, secondClick, completed, sold] = await Promise.all([
      setPrice(),
      create(serverB),
      complete(serverA, held, paid),
      sell(serverB, clerk, { start: 30, end: 32 }),
    ]);
    expect([codeOf(changed), codeOf(completed)]).toEqual(['done', 'done']);
    // A second click returns the hold, or is refused because it is booked or the price has changed.
    expect(codeOf(secondClick) === 'done' ? dataOf(secondClick).id : codeOf(secondClick)).toBeOneOf([
      held.id,
      'already-booked',
      'price-changed',
    ]);
    expect(codeOf(sold)).toBeOneOf(['done', 'price-changed']);
    const [booked, ...others] = await bookings();
    expect(booked).toMatchObject({ status: 'confirmed', total_paise: held.amount });
    expect(others.map(({ total_paise }) => total_paise)).toEqual(codeOf(sold) === 'done' ? [592_36] : []);
    expect(await serverA.database.selectFrom('refund').select('id').execute()).toEqual([]);
    // Both servers now have the new price.
    for (const server of [serverA, serverB]) {
      expect(codeOf(await create(server, { start: 40, end: 42 }))).toBe('price-changed');
    }
  });
});

describe('a clerk whose role is removed during a session', () => {
  const demote = (): Promise<CallResponse> =>
    call(serverB, owner, deskPaths.giveRole, {
      email: 'desk@example.com',
      role: 'customer',
      reason: 'The season is over',
    });
  const fetchDayPlan = (server: PaymentServer) =>
    get(server, `${deskPaths.dayPlan}?date=${DAY}`, clerk.access);

  test.each(rounds)('is refused on both servers with the next call, round %i', async (round) => {
    expect([(await fetchDayPlan(serverA)).status, (await fetchDayPlan(serverB)).status]).toEqual([200, 200]);
    const before = await countAuditEntries('sold at the desk');
    const [demoted, ...sold] = await Promise.all([
      demote(),
      sell(serverA, clerk, { start: 20, end: 22 }),
      sell(serverB, clerk, { start: 22 + round, end: 24 + round }),
    ]);
    expect(codeOf(demoted)).toBe('done');
    for (const response of sold) expect(codeOf(response)).toBeOneOf(['done', 'not-allowed']);
    for (const server of [serverA, serverB]) {
      expect([
        (await fetchDayPlan(server)).status,
        codeOf(await sell(server, clerk, { start: 40, end: 42 })),
      ]).toEqual([403, 'not-allowed']);
    }
    // A refused sale has no effect, and a successful one has an audit entry.
    const soldCount = sold.filter((response) => codeOf(response) === 'done').length;
    expect(await bookings()).toHaveLength(soldCount);
    expect(await countAuditEntries('sold at the desk')).toBe(before + soldCount);
  });

  test('cannot complete a sale that started earlier', async () => {
    const sold = await serverA.database.transaction().execute(async (tx) => {
      await tx.updateTable('app_user').set({ role: 'customer' }).where('id', '=', clerk.user_id).execute();
      // The sale has passed the first check of the role and waits for the clerk's row, or has ended without waiting.
      const selling = sell(serverB, clerk, MORNING);
      await untilWaiting(selling);
      return { selling };
    });
    expect(codeOf(await sold.selling)).toBe('not-allowed');
    expect(await bookings()).toEqual([]);
  });
});

describe('two clerks who refund the same booking', () => {
  const refunds = () =>
    serverA.database.selectFrom('refund').select(['id', 'status', 'refund_id', 'amount_paise']).execute();
  const cancel = (server: PaymentServer, user: SignedIn, id: string, refund: string): Promise<CallResponse> =>
    call(server, user, deskPaths.cancel, {
      booking_id: id,
      policy_refund: costOf(MORNING),
      refund,
      reason: 'The projector broke',
    });

  test.each(rounds)('pay it out once; the other clerk gets changed-meanwhile, round %i', async () => {
    const id = dataOf(await sell(serverA, clerk, MORNING)).booking_id;
    // The refunds have different amounts.
    const cancelled = await Promise.all([
      cancel(serverA, clerk, id, costOf(MORNING)),
      cancel(serverB, owner, id, '100'),
    ]);
    expect(cancelled.map(codeOf).toSorted()).toEqual(['done', 'not-booked']);
    const amount = codeOf(cancelled[0]) === 'done' ? 888_54 : 100_00;
    const [due] = await refunds();
    expect(due).toMatchObject({ status: 'due', amount_paise: amount });

    const before = await countAuditEntries('refund handed back');
    const fields = { refund_id: due?.id, method: 'cash' };
    const responses = await Promise.all([
      call(serverA, clerk, deskPaths.handBack, fields),
      call(serverB, owner, deskPaths.handBack, fields),
    ]);
    expect(responses.map(codeOf).toSorted()).toEqual(['changed-meanwhile', 'done']);
    expect(await refunds()).toEqual([
      { id: due?.id, status: 'processed', refund_id: `desk_cash_${due?.id}`, amount_paise: amount },
    ]);
    expect(await countAuditEntries('refund handed back')).toBe(before + 1);
  });

  const refundAmount = (server: PaymentServer, user: SignedIn, id: string, fields: object = {}) =>
    call(server, user, deskPaths.makeRefund, {
      booking_id: id,
      amount: '300',
      left: costOf(MORNING),
      method: 'cash',
      reason: 'The projector broke',
      ...fields,
    });
  const refundedPaise = async (): Promise<number> =>
    (await refunds()).reduce((sum, { amount_paise }) => sum + amount_paise, 0);

  test.each(rounds)('without cancelling it: one amount goes back, round %i', async () => {
    const id = dataOf(await sell(serverA, clerk, MORNING)).booking_id;
    const responses = await Promise.all([refundAmount(serverA, clerk, id), refundAmount(serverB, owner, id)]);
    expect(responses.map(codeOf).toSorted()).toEqual(['changed-meanwhile', 'done']);
    expect(await refundedPaise()).toBe(300_00);
    // A clerk whose browser sends the call twice.
    const twice = { left: '588.54', amount: '100' };
    const repeated = await Promise.all([
      refundAmount(serverA, clerk, id, twice),
      refundAmount(serverB, clerk, id, twice),
    ]);
    expect(repeated.map(codeOf)).toEqual(['done', 'done']);
    expect(await refundedPaise()).toBe(400_00);
  });

  test.each(rounds)('while another one cancels it: no rupee goes back twice, round %i', async () => {
    const id = dataOf(await sell(serverA, clerk, MORNING)).booking_id;
    const [refunded, cancelled] = await Promise.all([
      refundAmount(serverA, clerk, id),
      cancel(serverB, owner, id, costOf(MORNING)),
    ]);
    expect([codeOf(refunded), codeOf(cancelled)].filter((code) => code === 'done')).toHaveLength(1);
    expect(await refundedPaise()).toBe(codeOf(refunded) === 'done' ? 300_00 : 888_54);
  });

  test.each(rounds)('by confirming a request: it is made once, round %i', async () => {
    const id = dataOf(await sell(serverA, clerk, MORNING)).booking_id;
    const requests = await Promise.all([
      refundAmount(serverA, clerk, id, { amount: '600' }),
      refundAmount(serverB, clerk, id, { amount: '600' }),
    ]);
    expect(requests.map(codeOf)).toEqual(['done', 'done']);
    const { id: request_id } = await serverA.database
      .selectFrom('refund_request')
      .select('id')
      .executeTakeFirstOrThrow();
    const confirm = (server: PaymentServer) =>
      call(server, owner, deskPaths.confirmRefund, { request_id, left: costOf(MORNING) });
    const decided = await Promise.all([
      confirm(serverA),
      confirm(serverB),
      call(serverA, clerk, deskPaths.declineRefund, { request_id, reason: 'A mistake' }),
    ]);
    const declined = codeOf(decided[2]) === 'done';
    expect(decided.slice(0, 2).map(codeOf)).toEqual(
      declined ? ['changed-meanwhile', 'changed-meanwhile'] : ['done', 'done'],
    );
    expect(await refundedPaise()).toBe(declined ? 0 : 600_00);
  });
});

describe('the sign-off of a till', () => {
  const tillOfClerk = async (): Promise<Till> => {
    const { tills } = dataOf(await get<TillsResponse>(serverA, deskPaths.tills, clerk.access));
    const [till] = tills;
    if (!till) throw new Error('the till is not shown');
    return till;
  };
  const signOff = (server: PaymentServer, user: SignedIn, till: Till): Promise<CallResponse> =>
    call(server, user, deskPaths.closeTill, {
      clerk_id: till.clerk_id,
      number: till.number,
      cash_expected: till.cash.expected,
      upi_expected: till.upi.expected,
      cash: till.cash.expected,
      upi: till.upi.expected,
    });
  /** The sums of the counts, each with what its entries add up to; null for the entries that are in no count. */
  const counts = async () =>
    (
      await sql<{ expected: number | null; paise: number }>`
        select till_close.cash_expected_paise as expected, sum(amount_paise)::integer as paise
        from till_entry left join till_close on till_close.id = till_entry.close_id
        group by till_close.id order by till_close.number nulls last`.execute(serverA.database)
    ).rows;

  test.each(roundNumbers(5))('and a sale: the sale is in exactly one count, round %i', async () => {
    dataOf(await sell(serverA, clerk, { start: 20, end: 22 }));
    const till = await tillOfClerk();
    const [sold, signedOff] = await Promise.all([
      sell(serverB, clerk, { start: 24, end: 26 }),
      signOff(serverA, clerk, till),
    ]);
    expect(codeOf(sold)).toBe('done');
    expect(codeOf(signedOff)).toBeOneOf(['done', 'changed-meanwhile']);
    const isFirst = codeOf(signedOff) === 'done';
    expect(await counts()).toEqual(
      isFirst
        ? [
            { expected: 592_36, paise: 592_36 },
            { expected: null, paise: 592_36 },
          ]
        : [{ expected: null, paise: 1184_72 }],
    );
    expect(codeOf(await signOff(serverB, owner, await tillOfClerk()))).toBe('done');
    expect(await counts()).toEqual(
      isFirst
        ? [
            { expected: 592_36, paise: 592_36 },
            { expected: 592_36, paise: 592_36 },
          ]
        : [{ expected: 1184_72, paise: 1184_72 }],
    );
  });

  test('that waits while something is sold is refused', async () => {
    dataOf(await sell(serverA, clerk, { start: 20, end: 22 }));
    const till = await tillOfClerk();
    const other = await serverA.database.startTransaction().execute();
    await other
      .insertInto('till_close')
      .values({
        clerk_id: till.clerk_id,
        clerk_name: till.clerk,
        number: till.number,
        at: new Date(START),
        staff_id: owner.user_id,
        staff_name: 'Another one',
        cash_expected_paise: 592_36,
        cash_counted_paise: 592_36,
        upi_expected_paise: 0,
        upi_counted_paise: 0,
        note: null,
      })
      .execute();
    const signing = signOff(serverB, owner, till);
    await untilWaiting(signing);
    dataOf(await sell(serverA, clerk, { start: 24, end: 26 }));
    await other.rollback().execute();
    expect(codeOf(await signing)).toBe('changed-meanwhile');
    expect(await counts()).toEqual([{ expected: null, paise: 1184_72 }]);
  });

  test.each(rounds)('by two people: one of them counts it, round %i', async () => {
    dataOf(await sell(serverA, clerk, { start: 20, end: 22 }));
    const till = await tillOfClerk();
    const codes = (await Promise.all([signOff(serverA, clerk, till), signOff(serverB, owner, till)])).map(
      codeOf,
    );
    expect(codes.toSorted()).toEqual(['changed-meanwhile', 'done']);
    expect(await counts()).toEqual([{ expected: 592_36, paise: 592_36 }]);
  });
});

describe('two managers who correct one invoice', () => {
  const correct = (server: PaymentServer, invoice_id: string, company_name: string): Promise<CallResponse> =>
    call(server, owner, deskPaths.correctInvoice, {
      invoice_id,
      company_name,
      address: '12, North Mada Street, Chennai 600004',
      gstin: '33AAACH7409R1Z8',
      reason: 'The customer had entered no GSTIN',
    });
  const documents = () =>
    serverA.database.selectFrom('paper').select(['id', 'kind']).orderBy('kind').orderBy('due_id').execute();

  test.each(roundNumbers(5))('one of them replaces it, round %i', async () => {
    dataOf(await sell(serverA, clerk, MORNING));
    await issueDueTaxDocuments(serverA);
    const [invoice] = await documents();
    const id = invoice?.id ?? '';
    const codes = (
      await Promise.all([correct(serverA, id, 'Palm Tea'), correct(serverB, id, 'Chola Traders')])
    ).map(codeOf);
    expect(codes.toSorted()).toEqual(['changed-meanwhile', 'done']);
    expect((await documents()).map(({ kind }) => kind)).toEqual(['credit-note', 'invoice', 'invoice']);
  });
});

test('there was no deadlock', async () => {
  expect(await countDeadlocks(serverA.database)).toBe(0);
});
