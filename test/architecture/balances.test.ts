import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** An update of a balance that names no cause, so that the ledger could only guess one. */
const UPDATES =
  /\.updateTable\('app_user'\)\s*\.set\([^;]*?\bhalf_points\b|\bupdate\s+app_user\s+set\b[^`;]*?\bhalf_points\s*=/g;

/** This test shows that also the update of an old server gets a ledger entry. */
const OLD_SERVER = 'update app_user set half_points =';

test('the pattern recognises direct updates of a balance', () => {
  for (const code of [
    "updateTable('app_user').set({ half_points: 40 })",
    "tx\n  .updateTable('app_user')\n  .set({ is_member: true, half_points })",
    'update app_user set is_member = true, half_points = 3',
  ]) {
    expect(`database.${code}`.match(UPDATES)).not.toBeNull();
  }
  expect(
    "updateTable('app_user').set({ is_member: true }).execute(); half_points: 3".match(UPDATES),
  ).toBeNull();
});

test('tests set balances through the ledger', () => {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && name !== 'architecture/balances.test.ts',
  );
  const updates = files.flatMap((name) =>
    [...readFileSync(`test/${name}`, 'utf8').matchAll(UPDATES)].map(([match]) => `${name}: ${match}`),
  );
  expect(updates).toEqual([`payments/desk/deskPeople.test.ts: ${OLD_SERVER}`]);
});
