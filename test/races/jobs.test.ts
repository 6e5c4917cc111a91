import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '../../server/platform/database/openDatabase.ts';
import { dueJobs, type JobTable, leaseJob } from '../../server/platform/jobs/lease.ts';
import { sharedPostgres, type SharedPostgres } from './sharedPostgres.ts';

/* Jobs whose condition reads another table, on two connections. */

interface Offer {
  readonly id: string;
  readonly state: string;
  readonly due_at: Date;
}

const NOW = Date.parse('2025-11-20T06:30:00Z');
/** An offer is a job while nobody waits for it, or when nothing is held for it any more. */
const offers: JobTable<Offer> = {
  name: 'offer',
  id: 'id',
  due: 'due_at',
  columns: ['id', 'state', 'due_at'],
  condition: sql`(state = 'waiting' or not exists (select from hold where hold.offer_id = offer.id))`,
};

let postgres: SharedPostgres;
let one: OpenDatabase;
let other: OpenDatabase;

beforeAll(async () => {
  postgres = await sharedPostgres();
  one = await postgres.open();
  other = await postgres.open();
  await sql`create table offer (id text primary key, state text not null, due_at timestamptz not null)`.execute(
    one.database,
  );
  await sql`create table hold (offer_id text not null)`.execute(one.database);
});
afterAll(async () => {
  await one.close();
  await other.close();
  await postgres.stop();
});

/** Resolves when a statement of another connection waits for a lock. */
async function untilOneWaits(): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock'`.execute(
      one.database,
    );
    if (rows.length > 0) return;
  }
}

test('a job that another transaction finishes while its lease waits is not leased, although only a new row of another table shows it', async () => {
  await sql`insert into offer values ('a', 'waiting', ${new Date(NOW)})`.execute(one.database);
  const [due] = await dueJobs(other.database, offers, NOW, []);
  const { lease } = await one.database.transaction().execute(async (tx) => {
    await sql`update offer set state = 'offered', due_at = ${new Date(NOW)} where id = 'a'`.execute(tx);
    await sql`insert into hold values ('a')`.execute(tx);
    const waiting = leaseJob(other.database, offers, due!, NOW);
    await untilOneWaits();
    return { lease: waiting };
  });
  expect(await lease).toBeUndefined();
});
