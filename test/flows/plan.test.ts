import { describe, expect, test } from 'vitest';
import { fromPromise, setup } from 'xstate';
import { drawBoxes } from '../../tools/flows/drawing.ts';
import { coveringPaths } from '../../tools/flows/paths.ts';
import {
  asCsv,
  asGherkin,
  asMarkdown,
  coverageBox,
  planOf,
  pathNumbersByTransition,
} from '../../tools/flows/plan.ts';

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
const model = {
  machine,
  payloads: {
    'lamp.switched': [{ by: '=HYPERLINK("x")' }],
    'xstate.error.actor.fetchBulb': [{ error: 'sold out' }],
  },
};
const { paths } = coveringPaths(model);
const plan = planOf('lamp', machine, paths);

describe('the plan of a machine', () => {
  test('has the steps of the paths in their order, with the visible result of each step', () => {
    expect(plan.paths.map(({ steps }) => steps.length)).toEqual(paths.map(({ steps }) => steps.length));
    expect(plan.paths[0]?.steps.map(({ action: does, expectation: sees }) => [does, sees])).toEqual([
      ['start', 'it is in off'],
      [String.raw`lamp.switched {by: "=HYPERLINK(\"x\")"}`, 'it is in on (lit). The room is bright'],
      ['the delay aWhile passes', 'it is in broken'],
    ]);
    expect(plan.paths.slice(1).map(({ steps }) => steps.at(-1)?.action)).toEqual([
      'fetchBulb succeeds',
      'fetchBulb fails: "sold out"',
    ]);
  });

  test('is written as Markdown, with escaped payloads', () => {
    expect(asMarkdown(planOf('lamp', machine, paths.slice(0, 1), () => '<b>'))).toContain(
      String.raw`2. **lamp.switched \<b\>**` + '\\\n   See: it is in on (lit). The room is bright.',
    );
  });

  test('is written as CSV with one row for each step, and no cell is a formula', () => {
    const rows = asCsv([{ ...plan, name: '=lamp' }])
      .trimEnd()
      .split('\r\n');
    expect(rows).toHaveLength(1 + plan.paths.flatMap(({ steps }) => steps).length);
    expect(rows[1]).toBe(`"'=lamp","1","1","start","it is in off",""`);
    expect(rows[3]).toContain('"the delay aWhile passes"');
  });

  test('is written as Gherkin', () => {
    expect(asGherkin(plan).split('\n').slice(0, 7)).toEqual([
      'Feature: lamp',
      '',
      '  Scenario: path 1',
      '    Given start',
      '    Then it is in off',
      String.raw`    When lamp.switched {by: "=HYPERLINK(\"x\")"}`,
      '    Then it is in on (lit). The room is bright',
    ]);
  });

  test('lists the paths of every transition, also in the picture', async () => {
    expect(pathNumbersByTransition(plan).get('lamp.off --lamp.switched--> lamp.on')).toEqual([1, 2, 3]);
    const picture = await drawBoxes(coverageBox(machine, { name: 'lamp', paths: plan.paths.slice(0, 1) }));
    expect(picture).toContain('lamp.switched  (1)');
    expect(picture).toMatch(/class="row[^"]* removed"[^>]*><text[^>]*>fetchBulb failed {2}\(no path\)/);
  });

  test('lists the first paths of a transition with many paths, and the number of the others', async () => {
    const [path] = plan.paths;
    const repeatedPaths = [1, 2, 3, 4, 5, 6].flatMap((number) =>
      path === undefined ? [] : { ...path, number },
    );
    expect(await drawBoxes(coverageBox(machine, { name: 'lamp', paths: repeatedPaths }))).toContain(
      'lamp.switched  (1 2 3 4 +2)',
    );
  });
});
