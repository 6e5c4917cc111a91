import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, createMachine, fromPromise } from 'xstate';
import { machinesIn } from '../../tools/flows/command/load.ts';
import { changesBetween, definitionOf } from '../../tools/flows/diff.ts';
import { graphOf } from '../../tools/flows/graph.ts';
import { lintMachine } from '../../tools/flows/lint.ts';
import { mermaid } from '../../tools/flows/mermaid.ts';
import { pathReport } from '../../tools/flows/pathReport.ts';
import { coveringPaths } from '../../tools/flows/paths.ts';
import { planOf } from '../../tools/flows/plan.ts';
import { structuralPaths } from '../../tools/flows/structuralPaths.ts';
import { textOf } from '../../tools/flows/text.ts';

/** What the machines of other projects have and those of this one have not. */
const made = (config: object): AnyStateMachine => createMachine(config as never) as AnyStateMachine;

describe('a machine with a history', () => {
  const machine = made({
    id: 'book',
    initial: 'open',
    states: {
      open: {
        initial: 'first',
        on: { SHUT: 'shut' },
        states: { first: { on: { TURN: 'second' } }, second: {}, mark: { type: 'history' } },
      },
      shut: { on: { OPEN: 'open.mark' } },
    },
  });

  test.each([
    ['walked', () => coveringPaths({ machine }).missing],
    ['walked by its structure', () => structuralPaths(machine).missing],
  ])('passes it where a transition leads to it, when %s', (_, missing) => {
    expect(missing()).toEqual([]);
  });
});

test('the guards of the start are answered both ways', () => {
  const machine = made({
    id: 'screen',
    initial: 'measured',
    states: {
      measured: {
        always: [
          { guard: 'isSmall', target: 'small' },
          { guard: 'isLarge', target: 'large' },
        ],
      },
      small: {},
      large: {},
    },
  });
  expect(structuralPaths(machine).missing).toEqual([]);
});

test('no path has a state finished that is not', () => {
  const machine = made({
    id: 'meal',
    initial: 'cooking',
    states: {
      cooking: {
        type: 'parallel',
        onDone: 'served',
        states: {
          rice: { initial: 'raw', states: { raw: { on: { BOIL: 'done' } }, done: { type: 'final' } } },
          sauce: { initial: 'raw', states: { raw: { on: { STIR: 'done' } }, done: { type: 'final' } } },
        },
      },
      served: { on: { EAT: 'eaten' } },
      eaten: { type: 'final' },
    },
  });
  for (const { missing, paths } of [coveringPaths({ machine }), structuralPaths(machine)]) {
    expect(missing).toEqual([]);
    const types = new Set(paths.flatMap(({ events }) => events.map(({ type }) => type)));
    expect([...types].toSorted()).toEqual(['BOIL', 'EAT', 'STIR']);
  }
});

test('a machine that needs an input says why it cannot be walked', () => {
  const machine = made({
    id: 'greeting',
    context: ({ input }: { input: { name: string } }) => ({ name: input.name }),
  });
  const { gaps } = pathReport('greeting', { machine });
  expect(gaps.join()).toMatch(/^greeting: .*reading 'name'.*needs "inputs" in its model$/);
});

test('a failure of its own code names the machine', () => {
  const machine = made({
    id: 'gate',
    on: {
      PASS: {
        guard: ({ event }: { event: { ticket: { id: string } } }) => event.ticket.id !== '',
        actions: [],
      },
    },
  });
  expect(pathReport('gate', { machine }).gaps.join()).toMatch(/^gate: .*reading 'id'/s);
});

test('states named in any script stay apart in Mermaid', () => {
  const machine = made({ id: 'கதவு', initial: 'திற', states: { திற: { on: { GO: 'மூடு' } }, மூடு: {} } });
  const lines = mermaid(graphOf(machine)).split('\n');
  expect(lines).toContain('  கதவு_திற --> கதவு_மூடு: GO');
});

test('a state with an id of its own is described in the plan', () => {
  const machine = made({
    id: 'lamp',
    initial: 'off',
    states: { off: { id: 'dark', tags: ['unlit'], description: 'The room is dark' } },
  });
  const [path] = planOf('lamp', machine, structuralPaths(machine).paths).paths;
  expect(path?.steps[0]?.sees).toBe('it is in off (unlit). The room is dark');
});

test('an actor without a name is called so', () => {
  const machine = made({
    id: 'post',
    initial: 'sending',
    states: { sending: { invoke: { src: fromPromise(() => Promise.resolve()) } } },
  });
  expect(lintMachine(machine)).toEqual([
    'post.sending: the invoke of an inline actor has no id',
    'post.sending: the invoke of an inline actor has no onError',
  ]);
});

describe('another name of a state', () => {
  const changes = (of: (name: string) => object): string[] =>
    changesBetween(definitionOf(made(of('before'))), definitionOf(made(of('after')))).map(
      ({ state, text }) => `${state}: ${text}`,
    );

  test('is a change where the state keeps an id of its own', () => {
    const lamp = (name: string) => ({ id: 'lamp', initial: name, states: { [name]: { id: 'dark' } } });
    expect(changes(lamp)).toEqual(['dark: is called `after`, was `before`']);
  });

  test('is one change where what the state runs has no id', () => {
    const post = (name: string) => ({
      id: 'post',
      initial: 'written',
      states: {
        written: { on: { SEND: name } },
        [name]: { invoke: { src: 'send', onDone: 'written', onError: 'written' } },
      },
    });
    expect(changes(post)).toEqual(['after: is the new name of `before`']);
  });
});

test('an actor without an id is called by what runs', () => {
  const machine = made({
    id: 'post',
    invoke: [
      { src: 'send', onDone: {} },
      { src: fromPromise(() => Promise.resolve()), onError: {} },
    ],
  });
  const text = textOf(graphOf(machine));
  for (const line of ['runs send', 'send done', 'runs inline actor', 'inline actor failed']) {
    expect(text.split('\n')).toContain(`  ${line}`);
  }
});

test('modules that name their machines alike lose none, and each name is one of a file', async () => {
  // Inside the project, where XState is found.
  const folder = mkdtempSync(join(import.meta.dirname, '.alike-'));
  const exporting = (name: string, id: string): string =>
    `import { createMachine } from 'xstate';\nexport ${name} createMachine({ id: '${id}' });\n`;
  try {
    writeFileSync(join(folder, 'door.js'), exporting('const machine =', 'door'));
    writeFileSync(join(folder, 'lamp.js'), exporting('const machine =', 'lamp'));
    writeFileSync(join(folder, 'post.js'), exporting('default', 'post/box'));
    const found = await machinesIn(folder, ['door.js', 'lamp.js', 'post.js']);
    expect([...found].map(([name, { id }]) => [name, id])).toEqual([
      ['machine', 'door'],
      ['lamp-machine', 'lamp'],
      ['post-box', 'post/box'],
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
