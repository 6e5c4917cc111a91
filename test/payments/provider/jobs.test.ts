import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { type JobTable, LEASE_MS } from '../../../server/platform/jobs/lease.ts';
import { type JobQueue, runDue } from '../../../server/platform/jobs/runDue.ts';
import { server, withFreshPayments } from '../freshPayments.ts';

withFreshPayments();

interface Email {
  readonly id: string;
  readonly due_at: Date | null;
  readonly sequence: number;
}

const NOW = Date.parse('2025-11-20T06:30:00Z');
const table: JobTable<Email> = {
  name: 'email',
  id: 'id',
  due: 'due_at',
  orderBy: ['sequence'],
  columns: ['id', 'due_at', 'sequence'],
};

beforeEach(async () => {
  const { database } = server;
  await sql`drop table if exists email`.execute(database);
  await sql`create table email (id text primary key, due_at timestamptz, sequence int not null)`.execute(
    database,
  );
});

const add = async (count: number, dueAt = NOW): Promise<void> => {
  await sql`insert into email select 'email-' || n, ${new Date(dueAt)}, n from generate_series(1, ${sql.lit(count)}) n`.execute(
    server.database,
  );
};

const setDue = async (id: string, due: number | null): Promise<void> => {
  await sql`update email set due_at = ${due === null ? null : new Date(due)} where id = ${id}`.execute(
    server.database,
  );
};

const dueTimes = async (): Promise<Record<string, number | null>> => {
  const { rows } = await sql<Email>`select id, due_at, sequence from email order by sequence`.execute(
    server.database,
  );
  return Object.fromEntries(rows.map(({ id, due_at }) => [id, due_at?.getTime() ?? null]));
};

/** A queue that records sent emails. Emails with the ids in `fails` throw. */
function createQueue(fails: readonly string[] = []) {
  const sent: string[] = [];
  const logged: object[] = [];
  const queue: JobQueue<Email> = {
    kind: 'an email',
    table,
    ids: ({ id }) => ({ email: id }),
    work: async ({ id }) => {
      if (fails.includes(id)) throw new Error(`${id} cannot be sent`);
      sent.push(id);
      await setDue(id, null);
    },
    postpone: ({ id }) => setDue(id, NOW + 60_000),
  };
  const run = (now = NOW, stopping?: AbortSignal, overrides: Partial<JobQueue<Email>> = {}) =>
    runDue(
      {
        database: server.database,
        now: () => now,
        stopping,
        log: { error: (details) => void logged.push(details) },
      },
      { ...queue, ...overrides },
    );
  return { sent, logged, run };
}

const emailIds = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `email-${from + index}`);

test('all due jobs run in order over several batches, and no other jobs', async () => {
  await add(23);
  await setDue('email-4', NOW + 1);
  const { sent, run } = createQueue();
  expect(await run()).toEqual([]);
  expect(sent).toEqual(emailIds(1, 23).filter((id) => id !== 'email-4'));
});

test('jobs with numbers as ids run in the order of the numbers', async () => {
  const { database } = server;
  await sql`drop table if exists numbered`.execute(database);
  await sql`create table numbered (id int primary key, due_at timestamptz)`.execute(database);
  await sql`insert into numbered select n, ${new Date(NOW)} from generate_series(1, 12) n`.execute(database);
  const ran: number[] = [];
  await runDue<{ id: number; due_at: Date | null }>(
    { database, now: () => NOW, log: { error: () => undefined } },
    {
      kind: 'a number',
      table: { name: 'numbered', id: 'id', due: 'due_at', orderBy: ['id'], columns: ['id', 'due_at'] },
      ids: ({ id }) => ({ id }),
      work: async ({ id }) => {
        ran.push(id);
        await sql`update numbered set due_at = null where id = ${id}`.execute(database);
      },
      postpone: async () => undefined,
    },
  );
  expect(ran).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

test('two concurrent processes run each job once', async () => {
  await add(40);
  const [one, other] = [createQueue(), createQueue()];
  await Promise.all([one.run(), other.run()]);
  expect([...one.sent, ...other.sent].toSorted()).toEqual(emailIds(1, 40).toSorted());
});

test('a job of a crashed process runs again when its lease has expired', async () => {
  await add(1);
  const crashed = createQueue();
  void crashed.run(NOW, undefined, { work: () => new Promise<never>(() => undefined) });
  await expect.poll(dueTimes).toEqual({ 'email-1': NOW + LEASE_MS });
  const next = createQueue();
  await next.run(NOW + LEASE_MS - 1);
  expect(next.sent).toEqual([]);
  await next.run(NOW + LEASE_MS);
  expect(next.sent).toEqual(['email-1']);
});

test('a failed job is logged, postponed and returned, and does not stop the other jobs', async () => {
  await add(12);
  const { sent, logged, run } = createQueue(['email-2', 'email-11']);
  expect(await run()).toEqual([new Error('email-2 cannot be sent'), new Error('email-11 cannot be sent')]);
  expect(sent).toHaveLength(10);
  expect(logged).toEqual([
    expect.objectContaining({ email: 'email-2' }),
    expect.objectContaining({ email: 'email-11' }),
  ]);
  expect(await dueTimes()).toMatchObject({ 'email-2': NOW + 60_000, 'email-1': null });
});

test('rows that cannot be leased are logged and do not stop the others, even when they fill a batch', async () => {
  await add(25);
  await sql`alter table email add constraint poisoned check (sequence > 11 or due_at <= ${sql.lit(new Date(NOW).toISOString())}::timestamptz)`.execute(
    server.database,
  );
  const { sent, logged, run } = createQueue();
  expect(await run()).toHaveLength(11);
  expect(sent).toEqual(emailIds(12, 25));
  expect(logged).toContainEqual(expect.objectContaining({ id: 'email-1' }));
});

test('when the server stops, the current job is completed and the others of its batch are due again', async () => {
  await add(3);
  const stop = new AbortController();
  const { run } = createQueue();
  const work = async ({ id }: Email): Promise<void> => {
    stop.abort();
    await setDue(id, null);
  };
  await run(NOW, stop.signal, { work });
  expect(await dueTimes()).toEqual({ 'email-1': null, 'email-2': NOW, 'email-3': NOW });
});

test('with `once`, a job that makes itself due again runs only once per run', async () => {
  await add(2);
  const runs: string[] = [];
  const work = async ({ id }: Email): Promise<void> => {
    runs.push(id);
    await setDue(id, NOW);
  };
  await createQueue().run(NOW, undefined, { work, oncePerPass: true });
  expect(runs).toEqual(['email-1', 'email-2']);
});
