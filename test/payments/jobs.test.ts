import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { type JobTable, LEASE_MS } from '../../server/jobs/lease.ts';
import { type JobQueue, runDue } from '../../server/jobs/runDue.ts';
import { server, withFreshPayments } from './freshPayments.ts';

withFreshPayments();

interface Letter {
  readonly id: string;
  readonly due_at: Date | null;
  readonly sequence: number;
}

const NOW = Date.parse('2025-11-20T06:30:00Z');
const table: JobTable<Letter> = {
  name: 'letter',
  id: 'id',
  due: 'due_at',
  orderBy: 'sequence',
  columns: ['id', 'due_at', 'sequence'],
};

beforeEach(async () => {
  const { database } = server;
  await sql`drop table if exists letter`.execute(database);
  await sql`create table letter (id text primary key, due_at timestamptz, sequence int not null)`.execute(
    database,
  );
});

const add = async (count: number, dueAt = NOW): Promise<void> => {
  await sql`insert into letter select 'letter-' || n, ${new Date(dueAt)}, n from generate_series(1, ${sql.lit(count)}) n`.execute(
    server.database,
  );
};

const setDue = async (id: string, due: number | null): Promise<void> => {
  await sql`update letter set due_at = ${due === null ? null : new Date(due)} where id = ${id}`.execute(
    server.database,
  );
};

const dueTimes = async (): Promise<Record<string, number | null>> => {
  const { rows } = await sql<Letter>`select id, due_at, sequence from letter order by sequence`.execute(
    server.database,
  );
  return Object.fromEntries(rows.map(({ id, due_at }) => [id, due_at?.getTime() ?? null]));
};

/** Sends letters by noting them; those that `fails` names throw. */
function post(fails: readonly string[] = []) {
  const sent: string[] = [];
  const logged: object[] = [];
  const queue: JobQueue<Letter> = {
    kind: 'a letter',
    table,
    ids: ({ id }) => ({ letter: id }),
    work: async ({ id }) => {
      if (fails.includes(id)) throw new Error(`${id} cannot be sent`);
      sent.push(id);
      await setDue(id, null);
    },
    postpone: ({ id }) => setDue(id, NOW + 60_000),
  };
  const run = (now = NOW, stopping?: AbortSignal, changed: Partial<JobQueue<Letter>> = {}) =>
    runDue(
      {
        database: server.database,
        now: () => now,
        stopping,
        log: { error: (details) => void logged.push(details) },
      },
      { ...queue, ...changed },
    );
  return { sent, logged, run };
}

const letters = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `letter-${from + index}`);

test('everything due is run in its order, over as many batches as it takes, and nothing else', async () => {
  await add(23);
  await setDue('letter-4', NOW + 1);
  const { sent, run } = post();
  expect(await run()).toEqual([]);
  expect(sent).toEqual(letters(1, 23).filter((id) => id !== 'letter-4'));
});

test('two processes at once run each job once', async () => {
  await add(40);
  const [one, other] = [post(), post()];
  await Promise.all([one.run(), other.run()]);
  expect([...one.sent, ...other.sent].toSorted()).toEqual(letters(1, 40).toSorted());
});

test('a job whose process died is not run until its lease ends, and then again', async () => {
  await add(1);
  const died = post();
  void died.run(NOW, undefined, { work: () => new Promise<never>(() => undefined) });
  await expect.poll(dueTimes).toEqual({ 'letter-1': NOW + LEASE_MS });
  const next = post();
  await next.run(NOW + LEASE_MS - 1);
  expect(next.sent).toEqual([]);
  await next.run(NOW + LEASE_MS);
  expect(next.sent).toEqual(['letter-1']);
});

test('a job that fails is logged, postponed and returned, and stops no other', async () => {
  await add(12);
  const { sent, logged, run } = post(['letter-2', 'letter-11']);
  expect(await run()).toEqual([new Error('letter-2 cannot be sent'), new Error('letter-11 cannot be sent')]);
  expect(sent).toHaveLength(10);
  expect(logged).toEqual([
    expect.objectContaining({ letter: 'letter-2' }),
    expect.objectContaining({ letter: 'letter-11' }),
  ]);
  expect(await dueTimes()).toMatchObject({ 'letter-2': NOW + 60_000, 'letter-1': null });
});

test('rows that cannot even be leased are logged and stop no other, even when they fill a whole batch', async () => {
  await add(25);
  await sql`alter table letter add constraint poisoned check (sequence > 11 or due_at <= ${sql.lit(new Date(NOW).toISOString())}::timestamptz)`.execute(
    server.database,
  );
  const { sent, logged, run } = post();
  expect(await run()).toHaveLength(11);
  expect(sent).toEqual(letters(12, 25));
  expect(logged).toContainEqual(expect.objectContaining({ id: 'letter-1' }));
});

test('when the server stops, the current job is finished and the others of its batch are due at once', async () => {
  await add(3);
  const stop = new AbortController();
  const { run } = post();
  const work = async ({ id }: Letter): Promise<void> => {
    stop.abort();
    await setDue(id, null);
  };
  await run(NOW, stop.signal, { work });
  expect(await dueTimes()).toEqual({ 'letter-1': null, 'letter-2': NOW, 'letter-3': NOW });
});

test('a job that its own work makes due at once is run once in a pass where that is wanted', async () => {
  await add(2);
  const runs: string[] = [];
  const work = async ({ id }: Letter): Promise<void> => {
    runs.push(id);
    await setDue(id, NOW);
  };
  await post().run(NOW, undefined, { work, oncePerPass: true });
  expect(runs).toEqual(['letter-1', 'letter-2']);
});
