import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { DEFAULT_OPENING } from '../../domain/time/openingHours.ts';
import {
  issueDueTaxDocuments,
  issuedNumbers,
  createPaidBooking,
  makeCreditNoteDue,
} from '../invoices/issuing.ts';
import type { PaymentServer } from '../payments/startPayments.ts';
import { onTwoPaymentServers } from './twoPaymentServers.ts';

/* Two servers on one real PostgreSQL number tax documents concurrently. */

let serverA: PaymentServer;
let serverB: PaymentServer;
onTwoPaymentServers((servers) => {
  ({ serverA, serverB } = servers);
});
beforeEach(async () => {
  await serverA.reset();
  await serverB.reset();
});

const BOOKINGS = 24;

/** One invoice and one credit note for each booking. */
const expected = ['DM', 'DMC'].flatMap((series) =>
  Array.from({ length: BOOKINGS }, (_, n) => `${series}/2526/${String(n + 1).padStart(7, '0')}`),
);

async function createAllTaxDocuments(): Promise<void> {
  for (let n = 0; n < BOOKINGS; n += 1) {
    const start = DEFAULT_OPENING.start + n;
    const paid = await createPaidBooking(n % 2 === 0 ? serverA : serverB, { start, end: start + 1 });
    await makeCreditNoteDue(serverA, randomUUID(), paid, 5_000);
  }
}

test('two servers number tax documents without gaps and duplicates, and every credit note after its invoice', async () => {
  await createAllTaxDocuments();
  // A credit note whose invoice is being numbered by the other server is due again a minute later.
  for (const now of [serverA.clock.now, serverA.clock.now + 61_000]) {
    await Promise.all(
      [serverA, serverB, serverA, serverB].map((server) => issueDueTaxDocuments(server, { now })),
    );
  }
  expect(await issuedNumbers(serverA.database)).toEqual(expected);
});

test('lost connections leave no gap between the numbers', async () => {
  await createAllTaxDocuments();
  let now = serverA.clock.now;
  const terminateConnections = async () => {
    for (let n = 0; n < 5; n += 1) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where pid <> pg_backend_pid() and query ilike '%taxDocument%'`
        .execute(serverA.database)
        .catch(() => undefined);
    }
  };
  for (let round = 0; round < 6; round += 1) {
    await Promise.all([
      issueDueTaxDocuments(serverA, { now }).catch(() => undefined),
      issueDueTaxDocuments(serverB, { now }).catch(() => undefined),
      terminateConnections(),
    ]);
    // Leases and back-offs expire.
    now += 24 * 3_600_000;
  }
  // The pool may still contain a closed connection, with which one more pass fails.
  const issueLater = () => issueDueTaxDocuments(serverA, { now: (now += 24 * 3_600_000) });
  await expect.poll(() => issueLater().then(() => 'done', String)).toBe('done');
  const dates = await serverA.database.selectFrom('paper').select('issued_on').distinct().execute();
  expect(dates).toEqual([{ issued_on: '2025-11-21' }]);
  expect(await issuedNumbers(serverA.database)).toEqual(expected);
});
