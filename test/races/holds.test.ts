import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres } from '../../scripts/postgres.mjs';
import { addDays } from '../../domain/calendar.ts';
import type { SlotRange } from '../../domain/slots.ts';
import { openDatabase } from '../../server/database/open.ts';
import { create, DAY, startPayments, type PaymentServer } from '../payments/startPayments.ts';

/*
 * One account that asks for many rooms at the same moment, on two servers over one real PostgreSQL: the limit on what it
 * holds unpaid must not depend on which of them is faster.
 */
const CALLS = 16;
const ROUNDS = 10;

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let here: PaymentServer;
let there: PaymentServer;
beforeAll(async () => {
  postgres = await startPostgres();
  const dataDir = mkdtempSync(join(tmpdir(), 'litrooms-holds-'));
  const start = async () =>
    startPayments({ dataDir, database: await openDatabase({ databaseUrl: postgres.url, dataDir }) });
  here = await start();
  there = await start();
});
afterAll(async () => {
  await here.close();
  await there.close();
  await postgres.stop();
});

/** Asks for as many days at once, one call each, the servers in turns; the answers' codes, and what is held after that. */
async function askForDays(range: SlotRange, user = here.guest) {
  const answers = await Promise.all(
    Array.from({ length: CALLS }, (_, n) =>
      create(n % 2 === 0 ? here : there, range, { user, bdate: addDays(DAY, n) }),
    ),
  );
  const held = await here.database
    .selectFrom('booking')
    .select(['start_slot', 'end_slot'])
    .where('status', '=', 'held')
    .execute();
  const said = answers.map(({ status, body }) => (status === 200 ? 'held' : body.error.code));
  return { said, held };
}

test(`never holds more than three, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await here.reset();
    const { said, held } = await askForDays({ start: 20, end: 22 });
    expect(held, `round ${round}`).toHaveLength(3);
    expect(said.filter((code) => code === 'held')).toHaveLength(3);
    expect(said.filter((code) => code === 'too-many-holds')).toHaveLength(CALLS - 3);
  }
});

test(`never holds more slots than a day has, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await here.reset();
    const { said, held } = await askForDays({ start: 0, end: 20 });
    expect(held, `round ${round}`).toHaveLength(2);
    expect(said.filter((code) => code === 'held')).toHaveLength(2);
    expect(said.filter((code) => code === 'too-many-holds')).toHaveLength(CALLS - 2);
  }
});
