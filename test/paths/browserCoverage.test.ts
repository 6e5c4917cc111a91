import type { FullResult, TestCase, TestResult } from '@playwright/test/reporter';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import CoverageReporter, { PASSED, type PassedRecord } from '../browser/paths/longPaths/coverageReporter.ts';
import { models } from './models.ts';
import { unreachableInBrowser } from './unreachableInBrowser.ts';
import { coverageTargetsOf } from '../../tools/flows/paths.ts';

/* The coverage reporter of the path tests in browsers, tested with invented runs. */

const NAME = 'session';
const { states, transitions } = coverageTargetsOf((models[NAME] as (typeof models)[string]).machine);
const allIds = [...states.keys(), ...transitions.values()];
const unreachable = allIds.filter((id) => id in unreachableInBrowser);
const reachable = allIds.filter((id) => !(id in unreachableInBrowser));

let printed: string[];
beforeEach(() => {
  printed = [];
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation((problem: string) => void printed.push(problem));
});
afterEach(() => void vi.restoreAllMocks());

const path = (index: number, passed: readonly string[]): PassedRecord => ({
  name: NAME,
  index,
  total: 2,
  passed,
});

/** Of a run whose tests reported these paths; the tests of the `failed` paths failed. */
async function statusOf(
  passed: readonly PassedRecord[],
  failed: readonly PassedRecord[] = [],
  coversTransitions = true,
): Promise<FullResult['status']> {
  const reporter = new CoverageReporter({ coversTransitions });
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

test('the session machine has transitions that a browser can take and two that it cannot', () => {
  expect(reachable.length).toBeGreaterThan(2);
  expect(unreachable).toHaveLength(2);
});

test('a run passes when its paths together cover everything that a browser can reach', async () => {
  expect(await statusOf([path(0, reachable.slice(0, 5)), path(1, reachable.slice(5))])).toBe('passed');
  expect(printed).toEqual([]);
});

test.each([
  ['state', [...states.keys()].at(-1)],
  ['transition', [...transitions.values()].findLast((id) => !(id in unreachableInBrowser))],
])('a run whose paths all leave out one %s fails and names it', async (_kind, leftOut) => {
  const others = reachable.filter((id) => id !== leftOut);
  expect(await statusOf([path(0, others), path(1, others)])).toBe('failed');
  expect(printed).toEqual([`no page has passed ${leftOut}`]);
});

test('a run of the states passes without the transitions, and fails without a state', async () => {
  const stateIds = [...states.keys()];
  expect(await statusOf([path(0, stateIds), path(1, [])], [], false)).toBe('passed');
  expect(await statusOf([path(0, stateIds.slice(1)), path(1, [])], [], false)).toBe('failed');
  expect(printed).toEqual([`no page has passed ${stateIds[0]}`]);
});

test('a history state needs no visit, because no page is ever in one', async () => {
  const { machine } = models['search'] as (typeof models)[string];
  const ids = [...coverageTargetsOf(machine).states].flatMap(([id, { type }]) =>
    type === 'history' ? [] : [id],
  );
  expect(await statusOf([{ name: 'search', index: 0, total: 1, passed: ids }], [], false)).toBe('passed');
});

test('a failed path covers nothing', async () => {
  const most = reachable.slice(1);
  expect(await statusOf([path(0, most), path(1, most)], [path(0, reachable)])).toBe('failed');
  expect(printed).toEqual([`no page has passed ${reachable[0]}`]);
});

test('a run of only some paths does not fail for missing coverage', async () => {
  expect(await statusOf([path(0, reachable.slice(0, 5))])).toBe('passed');
});

test('a run that covers an id listed as unreachable fails and names it', async () => {
  expect(await statusOf([path(0, [...reachable, ...unreachable]), path(1, reachable)])).toBe('failed');
  expect(printed).toEqual(unreachable.map((id) => `a page has passed ${id}, which is listed as unreachable`));
  printed.length = 0;
  expect(await statusOf([path(0, unreachable)])).toBe('failed');
  expect(printed).toHaveLength(unreachable.length);
});
