import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TOURS_WANTED } from '../browser/paths/tourPlanReporter.ts';
import { models } from './models.ts';
import { withoutWalk } from './withoutWalk.ts';

const folder = join(import.meta.dirname, '..', 'browser', 'paths');
const machinesWithWalk = readdirSync(folder)
  .filter((file) => file.endsWith('.spec.ts'))
  .map((file) => file.replace('.spec.ts', ''));

test('every machine has a browser walk, or is listed with the tests that replace it', () => {
  const listed = [...machinesWithWalk.filter((name) => name in models), ...Object.keys(withoutWalk)];
  expect(listed.toSorted()).toEqual(Object.keys(models).toSorted());
});

test('the plan of tours lists the steps of the browser walks, each step of each path once', () => {
  const { stdout, status } = spawnSync(
    'node_modules/.bin/playwright',
    [
      'test',
      'test/browser/paths/cancellation.spec.ts',
      '--list',
      '--reporter=./test/browser/paths/tourPlanReporter.ts',
    ],
    { encoding: 'utf8', env: { ...process.env, [TOURS_WANTED]: 'csv' } },
  );
  expect(status).toBe(0);
  const rows = stdout.trimEnd().split('\r\n');
  expect(rows[0]).toBe('"machine","path","step","do","see","transitions"');
  expect(rows[1]).toBe('"cancellation","1","1","start","it is in closed",""');
  const steps = rows.slice(1).map((row) => row.split('","').slice(0, 3).join(' '));
  expect(new Set(steps).size).toBe(steps.length);
  expect(stdout).toContain('"cancel succeeds","it is in cancelled"');
});
