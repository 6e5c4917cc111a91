import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createCheckpointer } from '../../../server/platform/database/connection/checkpoints.ts';
import { emptyDatabase } from '../emptyDatabase.ts';

/** The pool closes a client after ten idle seconds. */
const QUIET_MS = 10_500;

test('after an idle period the embedded database answers known and new queries', async () => {
  const { database, close } = await emptyDatabase();
  const before = (n: number) => sql<{ n: number }>`select ${n}::int as n`.execute(database);
  const after = (text: string) => sql<{ text: string }>`select ${text}::text as text`.execute(database);

  expect((await before(1)).rows).toEqual([{ n: 1 }]);
  await delay(QUIET_MS);
  expect((await after('two')).rows).toEqual([{ text: 'two' }]);
  expect((await before(3)).rows).toEqual([{ n: 3 }]);
  await close();
});

test('a checkpoint truncates the log of the embedded database only after writes', async () => {
  const { database, close } = await emptyDatabase();
  const redo = async () => {
    const { rows } = await sql<{ lsn: string }>`
      select redo_lsn::text as lsn from pg_control_checkpoint()`.execute(database);
    return rows[0]?.lsn;
  };
  const checkpoint = createCheckpointer(database);
  await checkpoint();
  const first = await redo();
  await sql`create table written (n integer)`.execute(database);
  await checkpoint();
  const second = await redo();
  expect(second).not.toBe(first);
  await checkpoint();
  expect(await redo()).toBe(second);
  await close();
});
