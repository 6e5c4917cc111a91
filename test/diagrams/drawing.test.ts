import { describe, expect, test } from 'vitest';
import { drawMachine, machineBox } from '../../tools/flows/drawing.ts';
import { coverageTargetsOf } from '../../tools/flows/paths.ts';
import { layoutProblemsOf } from '../flows/layoutProblems.ts';
import { models } from '../paths/models.ts';

describe.each(Object.entries(models))('the drawing of %s', (_name, { machine }) => {
  test('shows every state and every transition under its id', async () => {
    const picture = await drawMachine(machine);
    const { states, transitions } = coverageTargetsOf(machine);
    const idsIn = (attribute: string): Set<string> =>
      new Set(
        [...picture.matchAll(new RegExp(`${attribute}="([^"]*)"`, 'g'))].map(([, id]) => unescaped(id)),
      );
    expect(idsIn('data-state-id')).toEqual(new Set([machine.id, ...states.keys()]));
    expect(idsIn('data-transition-id')).toEqual(new Set(transitions.values()));
  });

  test('has only straight lines, none through a box', async () => {
    expect(await layoutProblemsOf(machineBox(machine))).toEqual([]);
  });
});

const unescaped = (id: string | undefined): string =>
  (id ?? '').replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
