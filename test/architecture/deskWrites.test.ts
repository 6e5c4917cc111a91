import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** Code that starts a transaction, or writes outside a transaction. */
const WRITES =
  /\binTransaction\b|\brunBookingTransaction\b|\bbookIfFree\b|\bdatabase\s*\.\s*(?:transaction|insertInto|updateTable|deleteFrom)\b/g;
/** No other file of the desk may write. Its function adds the audit entry in the same transaction. */
const AUDITED_WRITER = 'staffChange.ts';

test('the pattern recognises writes that bypass the audit', () => {
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
  const files = readdirSync(folder).filter((name) => name !== AUDITED_WRITER);
  expect(files.length).toBeGreaterThan(4);
  const violations = files.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(WRITES)].map(([match]) => `${name}: ${match}`),
  );
  expect(violations).toEqual([]);
});
