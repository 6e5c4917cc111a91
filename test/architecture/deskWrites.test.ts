import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Code that starts a transaction, or writes outside a transaction. */
const WRITES =
  /\binTransaction\b|\brunBookingTransaction\b|\bbookIfFree\b|\bdatabase\s*\.\s*(?:transaction|insertInto|updateTable|deleteFrom)\b/g;
/**
 * Only the first of these may write for the desk: its function adds the audit entry in the same transaction. The others change the
 * second factor of the signed-in user, and the demo.
 */
const OWN_WRITERS = [
  'audit/staffChange.ts',
  'account/secondFactor/secondFactor.ts',
  'account/routes/secondFactorRoutes.ts',
  'seed/demoAccounts.ts',
];

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
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !OWN_WRITERS.includes(name))
    .map((name) => ({ name, code: readFileSync(join('server', name), 'utf8') }))
    .filter(({ name, code }) => /^(desk|sales)\//.test(name) || code.includes('/audit/staffChange.ts'));
  expect(files.length).toBeGreaterThan(30);
  const violations = files.flatMap(({ name, code }) =>
    [...code.matchAll(WRITES)].map(([match]) => `${name}: ${match}`),
  );
  expect(violations).toEqual([]);
});
