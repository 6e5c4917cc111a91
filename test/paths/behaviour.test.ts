import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { assign, setup } from 'xstate';
import { describeBehaviour } from './behaviour.ts';
import { models } from './models.ts';
import type { MachineModel } from './paths.ts';

// Delays with a random part are recorded with a fixed random value.
beforeAll(() => void vi.spyOn(Math, 'random').mockReturnValue(0.25));
afterAll(() => void vi.restoreAllMocks());

test.each(Object.entries(models))('the behaviour of %s is as reviewed', async (name, model) => {
  await expect(describeBehaviour(model)).toMatchFileSnapshot(`./behaviour/${name}.txt`);
});

test('every reviewed file belongs to a machine', () => {
  const files = readdirSync(join(import.meta.dirname, 'behaviour'));
  expect(files.toSorted()).toEqual(
    Object.keys(models)
      .map((name) => `${name}.txt`)
      .toSorted(),
  );
});

/** A lamp machine that runs the given actions when it is switched on. */
const lamp = (actions: readonly string[], after = 1_000): MachineModel => ({
  machine: setup({
    types: { context: {} as { uses: number }, events: {} as { type: 'pressed' } },
    actions: { ring: () => undefined, log: () => undefined, count: assign({ uses: 1 }) },
    delays: { aWhile: after },
  }).createMachine({
    id: 'lamp',
    context: { uses: 0 },
    initial: 'off',
    states: {
      off: { on: { pressed: { target: 'on', actions: actions as ('ring' | 'log' | 'count')[] } } },
      on: { tags: ['lit'], after: { aWhile: 'off' } },
    },
  }),
  maxSituations: 4,
});

const linesOf = (model: MachineModel): string[] => describeBehaviour(model).split('\n');

test('the behaviour of a machine is described as text', () => {
  expect(linesOf(lamp(['ring', 'log', 'count'])).slice(4)).toEqual([
    'off',
    '  pressed → on (lit)',
    '    do ring',
    '    do log',
    '    wait 1000 ms, then after aWhile',
    '    uses = 1',
    '',
    'on (lit)',
    '  after aWhile → off',
    '',
  ]);
});

test.each([
  ['a dropped action', lamp(['ring', 'count']), ['    do log']],
  ['a dropped assignment', lamp(['ring', 'log']), ['    uses = 1']],
  ['a shorter delay', lamp(['ring', 'log', 'count'], 999), ['    wait 1000 ms, then after aWhile']],
])('%s is one changed line', (_change, changed, removedLines) => {
  const changedLines = linesOf(changed);
  expect(linesOf(lamp(['ring', 'log', 'count'])).filter((line) => !changedLines.includes(line))).toEqual(
    removedLines,
  );
});
