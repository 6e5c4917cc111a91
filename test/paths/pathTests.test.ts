import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LONG_PATH_PLAN_FORMAT } from '../browser/paths/longPaths/longPathPlanReporter.ts';
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

test('the plan of long paths lists the steps of the path tests in browsers, each step of each path once', () => {
  const { stdout, status } = spawnSync(
    'node_modules/.bin/playwright',
    [
      'test',
      'test/browser/paths/cancellation.spec.ts',
      '--list',
      '--reporter=./test/browser/paths/longPaths/longPathPlanReporter.ts',
    ],
    { encoding: 'utf8', env: { ...process.env, [LONG_PATH_PLAN_FORMAT]: 'csv' } },
  );
  expect(status).toBe(0);
  const rows = stdout.trimEnd().split('\r\n');
  expect(rows[0]).toBe('"machine","path","step","do","see","transitions"');
  expect(rows[1]).toBe('"cancellation","1","1","start","it is in closed",""');
  const steps = rows.slice(1).map((row) => row.split('","').slice(0, 3).join(' '));
  expect(new Set(steps).size).toBe(steps.length);
  expect(stdout).toContain('"cancel succeeds","it is in cancelled"');
});
