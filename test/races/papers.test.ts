import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { DEFAULT_OPENING } from '../../domain/openingHours.ts';
import { issueDuePapers, issuedNumbers, createPaidBooking, makeCreditNoteDue } from '../papers/issuing.ts';
import type { PaymentServer } from '../payments/startPayments.ts';
import { onTwoPaymentServers } from './twoPaymentServers.ts';

/* Two servers on one real PostgreSQL, which number papers at the same time. */

let here: PaymentServer;
let there: PaymentServer;
onTwoPaymentServers((servers) => {
  ({ here, there } = servers);
});
beforeEach(async () => {
  await here.reset();
  await there.reset();
});

const BOOKINGS = 24;

/** The numbers of as many papers of both kinds as there are bookings. */
const expected = ['DM', 'DMC'].flatMap((series) =>
  Array.from({ length: BOOKINGS }, (_, n) => `${series}/2526/${String(n + 1).padStart(7, '0')}`),
);

async function bookAll(): Promise<void> {
  for (let n = 0; n < BOOKINGS; n += 1) {
    const start = DEFAULT_OPENING.start + n;
    const paid = await createPaidBooking(n % 2 === 0 ? here : there, { start, end: start + 1 });
    await makeCreditNoteDue(here, randomUUID(), paid, 5_000);
  }
}

test('two servers leave no gap, give no number twice, and no credit note precedes its invoice', async () => {
  await bookAll();
  // Credit notes that met their invoice while the other server was numbering it are due again a minute later.
  for (const now of [here.clock.now, here.clock.now + 61_000]) {
    await Promise.all([here, there, here, there].map((server) => issueDuePapers(server, { now })));
  }
  expect(await issuedNumbers(here.database)).toEqual(expected);
});

test('a server whose connections are cut while it numbers leaves no gap', async () => {
  await bookAll();
  let now = here.clock.now;
  const cut = async () => {
    for (let n = 0; n < 5; n += 1) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where pid <> pg_backend_pid() and query ilike '%paper%'`
        .execute(here.database)
        .catch(() => undefined);
    }
  };
  for (let round = 0; round < 6; round += 1) {
    await Promise.all([
      issueDuePapers(here, { now }).catch(() => undefined),
      issueDuePapers(there, { now }).catch(() => undefined),
      cut(),
    ]);
    // Leases and pauses end.
    now += 24 * 3_600_000;
  }
  // A connection that was cut last may be in the pool still, and ends one more pass.
  const pass = () => issueDuePapers(here, { now: (now += 24 * 3_600_000) });
  await expect.poll(() => pass().then(() => 'done', String)).toBe('done');
  const dates = await here.database.selectFrom('paper').select('issued_on').distinct().execute();
  expect(dates).toEqual([{ issued_on: '2025-11-21' }]);
  expect(await issuedNumbers(here.database)).toEqual(expected);
});
