import { expect, test } from 'vitest';
import { addDays } from '../../domain/time/calendar.ts';
import type { SlotRange } from '../../domain/time/slots.ts';
import { inSnapshot } from '../../server/platform/database/transaction.ts';
import { create, DAY, type PaymentServer } from '../payments/startPayments.ts';
import { onTwoPaymentServers } from './twoPaymentServers.ts';
import { roundsOf } from './rounds.ts';

/* One account concurrently requests many holds on two servers with one real PostgreSQL, which must still limit them. */
const CALLS = 16;
const ROUNDS = roundsOf(10);

let serverA: PaymentServer;
let serverB: PaymentServer;
onTwoPaymentServers((servers) => {
  ({ serverA, serverB } = servers);
});

/** Concurrently requests a hold for each of CALLS days on alternating servers. Returns the error codes and the holds. */
async function requestHolds(range: SlotRange, user = serverA.guest) {
  const responses = await Promise.all(
    Array.from({ length: CALLS }, (_, n) =>
      create(n % 2 === 0 ? serverA : serverB, range, { user, bdate: addDays(DAY, n) }),
    ),
  );
  const held = await serverA.database
    .selectFrom('booking')
    .select(['start_slot', 'end_slot'])
    .where('status', '=', 'held')
    .execute();
  const codes = responses.map(({ status, body }) => (status === 200 ? 'held' : body.error.code));
  return { codes, held };
}

test(`an account never has more than three holds, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await serverA.reset();
    const { codes, held } = await requestHolds({ start: 20, end: 22 });
    expect(held, `round ${round}`).toHaveLength(3);
    expect(codes.filter((code) => code === 'held')).toHaveLength(3);
    expect(codes.filter((code) => code === 'too-many-holds')).toHaveLength(CALLS - 3);
  }
});

test(`an account never holds more slots than a day has, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await serverA.reset();
    const { codes, held } = await requestHolds({ start: 12, end: 32 });
    expect(held, `round ${round}`).toHaveLength(2);
    expect(codes.filter((code) => code === 'held')).toHaveLength(2);
    expect(codes.filter((code) => code === 'too-many-holds')).toHaveLength(CALLS - 2);
  }
});

test('the limits of a refusal are read from one state, whatever is held in between', async () => {
  await serverA.reset();
  const countHeld = (database: typeof serverA.database) =>
    database
      .selectFrom('booking')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
  const counts = await inSnapshot(serverA.database, async (tx) => {
    const before = await countHeld(tx);
    await create(serverB, { start: 20, end: 22 }, { user: serverB.guest });
    return [before, await countHeld(tx), await countHeld(serverA.database)].map(({ count }) => Number(count));
  });
  expect(counts).toEqual([0, 0, 1]);
});
