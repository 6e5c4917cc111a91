import { afterAll, expect, test } from 'vitest';
import { machineFiles } from './machineFiles.ts';
import { models } from './models.ts';
import { coverageTargetsOf } from '../../tools/flows/paths.ts';
import { unreachableInBrowser } from './unreachableInBrowser.ts';
import { pathReport } from './paths.ts';

const rows: string[] = [];

afterAll(() => console.log(rows.join('\n')));

test('every machine has a model', () => {
  expect([...machineFiles.keys()].toSorted()).toEqual(Object.keys(models).toSorted());
});

test('every transition listed as unreachable exists in a machine', () => {
  const all = Object.values(models).flatMap(({ machine }) => [
    ...coverageTargetsOf(machine).transitions.values(),
  ]);
  expect(Object.keys(unreachableInBrowser).filter((id) => !all.includes(id))).toEqual([]);
});

test.each(Object.entries(models))(
  'the paths of %s cover every state and every transition, and every step leads to the state that the model predicts',
  (name, model) => {
    const { row, gaps } = pathReport(name, model);
    rows.push(row);
    expect(gaps).toEqual([]);
  },
);
