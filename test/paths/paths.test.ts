import { afterAll, describe, expect, test } from 'vitest';
import { machineFiles } from './machineFiles.ts';
import { models } from './models.ts';
import { unreachableInBrowser } from './unreachableInBrowser.ts';
import { type Coverage, coveringPaths, universeOf } from './paths.ts';

const found: [string, Coverage][] = [];

afterAll(() => {
  console.log(
    found
      .map(([name, { states, transitions, paths, missing }]) => {
        const share = Math.floor((100 * (states + transitions - missing.length)) / (states + transitions));
        return `${name.padEnd(12)} ${states} states  ${transitions} transitions  ${paths.length} paths  ${share} %`;
      })
      .join('\n'),
  );
});

test('every machine has a model', () => {
  expect([...machineFiles.keys()].toSorted()).toEqual(Object.keys(models).toSorted());
});

test('what only theory knows is a transition of a machine', () => {
  const all = Object.values(models).flatMap(({ machine }) => [...universeOf(machine).transitions.values()]);
  expect(Object.keys(unreachableInBrowser).filter((id) => !all.includes(id))).toEqual([]);
});

describe.each(Object.entries(models))('the paths of %s', (name, model) => {
  const coverage = coveringPaths(model);
  found.push([name, coverage]);

  test('pass every state and every transition', () => {
    expect(coverage.missing).toEqual([]);
  });

  test('lead on the running machine where the model says', () => {
    expect(coverage.drift).toEqual([]);
  });
});
