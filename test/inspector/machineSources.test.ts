import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createSourceLocator } from '../../scripts/machineSources.ts';
import { selfAndDescendants, transitionId, transitionsOf } from '../../tools/flows/transitions.ts';
import { sourceOfState, sourceOfTransition } from '../../tools/inspector/page/openSource.ts';
import { models } from '../paths/models.ts';
import { machineFiles } from '../paths/machineFiles.ts';

const root = join(import.meta.dirname, '..', '..');
const placeOf = createSourceLocator(join(root, 'machines'));

const lineAt = ({ file, line }: { file: string; line: number }): string =>
  readFileSync(join(root, file), 'utf8').split('\n')[line - 1] ?? '';

/** Key under which the configuration of a machine has an event; XState's events have special keys. */
const keyOf = (cause: string): string => {
  if (cause.startsWith('xstate.done.')) return 'onDone';
  if (cause.startsWith('xstate.error.')) return 'onError';
  return /^xstate\.after\.(\w+)/.exec(cause)?.[1] ?? cause;
};

describe.each(Object.entries(models))('the source of %s', (name, { machine }) => {
  test('is found by the id of the machine', () => {
    const place = placeOf(sourceOfState(machine, machine.id));
    expect(place?.file).toBe(`machines/${machineFiles.get(name) ?? `${name}.ts`}`);
    expect(lineAt(place as never)).toContain('createMachine(');
  });

  test('has every state on the line that is opened', () => {
    for (const node of selfAndDescendants(machine.root).filter((each) => each !== machine.root)) {
      const place = placeOf(sourceOfState(machine, node.id));
      expect(lineAt(place as never), node.id).toMatch(new RegExp(`\\b${node.key}\\b`));
    }
  });

  test('has every event on the line that is opened', () => {
    for (const node of selfAndDescendants(machine.root)) {
      for (const [cause, candidates] of transitionsOf(node)) {
        // Several candidates of an event are on separate lines, so only single ones are compared.
        const [only] = candidates;
        if (candidates.length > 1 || only === undefined) continue;
        const place = placeOf(sourceOfTransition(machine, transitionId(only)));
        const line = lineAt(place as never);
        expect(
          [cause, keyOf(cause)].some((key) => line.includes(key)),
          `${transitionId(only)}: ${line}`,
        ).toBe(true);
      }
    }
  });
});

test('a machine that is in no file is not found', () => {
  expect(placeOf({ machine: 'lamp', states: ['on', 'off'], path: ['on'] })).toBeNull();
});
