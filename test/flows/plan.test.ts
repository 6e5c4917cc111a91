import { describe, expect, test } from 'vitest';
import { fromPromise, setup } from 'xstate';
import { drawBoxes } from '../../tools/flows/drawing.ts';
import { coveringPaths } from '../../tools/flows/paths.ts';
import { type Plan, planFormats, planOf } from '../../tools/flows/plan.ts';
import { boxWithNumbers } from '../browser/paths/longPaths/boxWithNumbers.ts';

const machine = setup({
  actors: { fetchBulb: fromPromise(() => Promise.resolve()) },
  delays: { aWhile: 1_000 },
}).createMachine({
  id: 'lamp',
  initial: 'off',
  states: {
    off: { on: { 'lamp.switched': 'on' } },
    on: { tags: ['lit'], description: 'The room is bright', after: { aWhile: 'broken' } },
    broken: { invoke: { id: 'fetchBulb', src: 'fetchBulb', onDone: 'off', onError: {} } },
  },
});
const { paths } = coveringPaths({ machine });
const plan = planOf('lamp', machine, paths);

const write = (format: string, ...plans: readonly Plan[]): string => planFormats[format]?.(plans) ?? '';

describe('the plan of a machine', () => {
  test('has the steps of the paths in their order, with the visible result of each step', () => {
    expect(plan.paths.map((steps) => steps.length)).toEqual(paths.map(({ steps }) => steps.length));
    expect(plan.paths[0]).toEqual([
      { does: ['start'], sees: ['it is in off'] },
      { does: ['lamp.switched'], sees: ['it is in on (lit). The room is bright'] },
      { does: ['the delay aWhile passes'], sees: ['it is in broken'] },
    ]);
    expect(plan.paths.slice(1).map((steps) => steps.at(-1)?.does)).toEqual([
      ['fetchBulb succeeds'],
      ['fetchBulb fails'],
    ]);
  });

  const words: Plan = {
    name: '=lamp',
    about: ['At home.'],
    paths: [
      [
        { does: ['Go in.', 'Press *On*.'], sees: ['It is bright.', 'It hums.'] },
        { does: ['=Wait'], sees: [] },
      ],
    ],
  };

  test('is written as Markdown, with escaped texts', () => {
    expect(write('markdown', words)).toBe(`# =lamp

At home.

## Path 1

1. **Go in. Press \\*On\\*.**
   - It is bright.
   - It hums.
2. **=Wait**
`);
  });

  test('is written as CSV with one row for each step, and no cell is a formula', () => {
    expect(write('csv', words).split('\r\n')).toEqual([
      '"machine","path","step","do","see"',
      '"\'=lamp","1","1","Go in. Press *On*.","It is bright. It hums."',
      '"\'=lamp","1","2","\'=Wait",""',
      '',
    ]);
  });

  test('is written as Gherkin', () => {
    expect(write('gherkin', words).split('\n')).toEqual([
      'Feature: =lamp',
      '',
      '  Scenario: path 1',
      '    Given Go in.',
      '    And Press *On*.',
      '    Then It is bright.',
      '    And It hums.',
      '    When =Wait',
      '',
    ]);
  });
});

test('a picture has the numbers of the paths that take each transition, of many only the first', async () => {
  const switched = 'lamp.off --lamp.switched--> lamp.on';
  const picture = await drawBoxes(
    boxWithNumbers(machine, new Map([[switched, [1, 2, 3, 4, 5, 6]]]), () => 'no path'),
  );
  expect(picture).toContain('lamp.switched  (1 2 3 4 +2)');
  expect(picture).toMatch(/class="row[^"]* removed"[^>]*><text[^>]*>fetchBulb failed {2}\(no path\)/);
});
