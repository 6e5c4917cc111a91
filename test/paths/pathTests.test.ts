import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { models } from './models.ts';
import { withoutPathTest } from './withoutPathTest.ts';

const folder = join(import.meta.dirname, '..', 'browser', 'paths');
const machinesWithPathTest = readdirSync(folder)
  .filter((file) => file.endsWith('.spec.ts'))
  .map((file) => file.replace('.spec.ts', ''));

test('every machine has a path test in a browser, or is listed with the tests that replace it', () => {
  const listed = [...machinesWithPathTest.filter((name) => name in models), ...Object.keys(withoutPathTest)];
  expect(listed.toSorted()).toEqual(Object.keys(models).toSorted());
});
