import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { models } from './models.ts';
import { withoutWalk } from './withoutWalk.ts';

const folder = join(import.meta.dirname, '..', 'browser', 'paths');
const walked = readdirSync(folder)
  .filter((file) => file.endsWith('.spec.ts'))
  .map((file) => file.replace('.spec.ts', ''));

test('every machine has a walk in the browser, or is named with the tests that show it', () => {
  const accounted = [...walked.filter((name) => name in models), ...Object.keys(withoutWalk)];
  expect(accounted.toSorted()).toEqual(Object.keys(models).toSorted());
});
