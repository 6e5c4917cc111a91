import type { FullResult, TestCase, TestResult } from '@playwright/test/reporter';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import CoverageReporter, { PASSED, type PassedRecord } from '../browser/paths/coverageReporter.ts';
import { models } from './models.ts';
import { unreachableInBrowser } from './unreachableInBrowser.ts';
import { coverageTargetsOf } from '../../tools/flows/paths.ts';

/* The coverage reporter of the browser walks, on invented runs. */

const NAME = 'session';
const { states, transitions } = coverageTargetsOf((models[NAME] as (typeof models)[string]).machine);
const all = [...states.keys(), ...transitions.values()];
const unreachable = all.filter((id) => id in unreachableInBrowser);
const inReach = all.filter((id) => !(id in unreachableInBrowser));

let said: string[];
beforeEach(() => {
  said = [];
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation((problem: string) => void said.push(problem));
});
afterEach(() => void vi.restoreAllMocks());

const path = (index: number, passed: readonly string[]): PassedRecord => ({
  name: NAME,
  index,
  of: 2,
  passed,
});

/** The result of a run whose tests reported these paths; those of `failed` did not pass. */
async function endOf(
  passed: readonly PassedRecord[],
  failed: readonly PassedRecord[] = [],
): Promise<FullResult['status']> {
  const reporter = new CoverageReporter();
  const report = (records: readonly PassedRecord[], status: TestResult['status']) => {
    for (const record of records) {
      const body = Buffer.from(JSON.stringify(record));
      const attachments = [{ name: PASSED, contentType: 'application/json', body }];
      reporter.onTestEnd({} as TestCase, { status, attachments } as unknown as TestResult);
    }
  };
  report(passed, 'passed');
  report(failed, 'failed');
  return (await reporter.onEnd({ status: 'passed' } as FullResult)).status;
}

test('the session has what this needs: ways that a browser can take, and some that it cannot', () => {
  expect(inReach.length).toBeGreaterThan(2);
  expect(unreachable).toHaveLength(2);
});

test('a run whose paths together pass all that a browser can do is well', async () => {
  expect(await endOf([path(0, inReach.slice(0, 5)), path(1, inReach.slice(5))])).toBe('passed');
  expect(said).toEqual([]);
});

test.each([
  ['state', [...states.keys()].at(-1)],
  ['transition', [...transitions.values()].findLast((id) => !(id in unreachableInBrowser))],
])('a run whose paths all leave out one %s fails and names it', async (_kind, left) => {
  const others = inReach.filter((id) => id !== left);
  expect(await endOf([path(0, others), path(1, others)])).toBe('failed');
  expect(said).toEqual([`no page has passed ${left}`]);
});

test('a path that did not get through has covered nothing', async () => {
  const most = inReach.slice(1);
  expect(await endOf([path(0, most), path(1, most)], [path(0, inReach)])).toBe('failed');
  expect(said).toEqual([`no page has passed ${inReach[0]}`]);
});

test('a run of some paths alone does not fail for what the others would have passed', async () => {
  expect(await endOf([path(0, inReach.slice(0, 5))])).toBe('passed');
});

test('a run that passes an id listed as unreachable fails and names it', async () => {
  expect(await endOf([path(0, [...inReach, ...unreachable]), path(1, inReach)])).toBe('failed');
  expect(said).toEqual(unreachable.map((id) => `a page has passed ${id}, which is listed as unreachable`));
  said.length = 0;
  expect(await endOf([path(0, unreachable)])).toBe('failed');
  expect(said).toHaveLength(unreachable.length);
});
