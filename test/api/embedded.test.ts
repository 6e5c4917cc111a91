import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { emptyDatabase } from './emptyDatabase.ts';

/** The pool lets go of a client that had nothing to do for ten seconds. */
const QUIET_MS = 10_500;

test('after a quiet while the embedded database answers what it was asked before, and what it was not', async () => {
  const { database, close } = await emptyDatabase();
  const before = (n: number) => sql<{ n: number }>`select ${n}::int as n`.execute(database);
  const after = (text: string) => sql<{ text: string }>`select ${text}::text as text`.execute(database);

  expect((await before(1)).rows).toEqual([{ n: 1 }]);
  await delay(QUIET_MS);
  expect((await after('two')).rows).toEqual([{ text: 'two' }]);
  expect((await before(3)).rows).toEqual([{ n: 3 }]);
  await close();
});
