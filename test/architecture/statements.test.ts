import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** Statements that select all columns of a table. */
const EVERY_COLUMN =
  /\bselect\s+(?:distinct\s+)?\*|\breturning\s+\*|\b\w+\.\*(?=[\s,)`])|\bselectAll\(|\breturningAll\(/gi;

const server = resolve('server');
const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);

test('the pattern recognises statements that select every column', () => {
  for (const statement of [
    'select *',
    'returning *',
    'select  distinct *',
    'booking.*, ',
    '.selectAll()',
    ".returningAll('room')",
  ]) {
    expect(`${statement} `.match(EVERY_COLUMN)).not.toBeNull();
  }
  expect('select count(*), a * b from t'.match(EVERY_COLUMN)).toBeNull();
});

test('no statement of the server selects every column: a column that a migration adds would change its result', () => {
  expect(files.length).toBeGreaterThan(50);
  const violations = files.flatMap((name) =>
    [...readFileSync(join(server, name), 'utf8').matchAll(EVERY_COLUMN)].map(
      ([match]) => `${name}: ${match}`,
    ),
  );
  expect(violations).toEqual([]);
});
