import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** What begins a transaction, or writes outside of one. */
const WRITES =
  /\binTransaction\b|\brunBookingTransaction\b|\bbookIfFree\b|\bdatabase\s*\.\s*(?:transaction|insertInto|updateTable|deleteFrom)\b/g;
/** The function that writes the audit in the same transaction. */
const DOOR = 'staffChange.ts';

test('what writes past the audit is recognised', () => {
  for (const code of [
    'await inTransaction(database, work)',
    "database.updateTable('booking')",
    "database\n    .insertInto('booking')",
  ]) {
    expect(code.match(WRITES)).not.toBeNull();
  }
  expect("database.selectFrom('booking'); tx.updateTable('booking')".match(WRITES)).toBeNull();
});

test('the desk writes only through the function that writes the audit', () => {
  const folder = resolve('server/desk');
  const files = readdirSync(folder).filter((name) => name !== DOOR);
  expect(files.length).toBeGreaterThan(4);
  const found = files.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(WRITES)].map(([what]) => `${name}: ${what}`),
  );
  expect(found).toEqual([]);
});
