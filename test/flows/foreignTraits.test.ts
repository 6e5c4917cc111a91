import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AnyStateMachine, createMachine, fromPromise } from 'xstate';
import { loadMachines } from '../../tools/flows/command/load.ts';
import { CommandError } from '../../tools/flows/command/commandError.ts';
import { run } from '../../tools/flows/command/run.ts';
import { changesBetween, definitionOf, drawChanges } from '../../tools/flows/diff.ts';
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

/** A folder where XState is found, and where no other check looks for sources. */
function insideProject(): string {
  const folder = join(import.meta.dirname, '..', '..', '.cache');
  mkdirSync(folder, { recursive: true });
  return folder;
}

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

  const bookmarked = (mark: object) =>
    made({
      id: 'book',
      initial: 'shut',
      states: {
        shut: { on: { OPEN: 'open.mark' } },
        open: {
          initial: 'first',
          states: { first: {}, last: {}, mark: { type: 'history', ...mark } },
        },
      },
    });

  test('says how far down it remembers, and where it leads before it remembers anything', () => {
    expect(textOf(graphOf(bookmarked({})))).toContain(
      'open.mark (shallow history)\n  leads to open.first while it remembers nothing\n',
    );
    expect(textOf(graphOf(bookmarked({ history: 'deep', target: 'last' })))).toContain(
      'open.mark (deep history)\n  leads to open.last while it remembers nothing\n',
    );
  });

  test('differs where either does, in words and in the picture', async () => {
    const [before, after] = [bookmarked({}), bookmarked({ history: 'deep', target: 'last' })].map(
      definitionOf,
    ) as [ReturnType<typeof definitionOf>, ReturnType<typeof definitionOf>];
    expect(changesBetween(before, after)).toEqual([
      {
        kind: 'changed',
        state: 'open.mark',
        text: 'is a `deep history → open.last`, was `shallow history → open.first`',
      },
    ]);
    expect(await drawChanges(before, after)).toContain('± deep → last, was shallow → first');
  });

  test('leads to its own target by nothing else', () => {
    expect(lintMachine(bookmarked({ target: 'last' }))).toEqual([
      'book.open.first: no transition leads to this state',
    ]);
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
  expect(path?.steps[0]?.expectation).toBe('it is in off (unlit). The room is dark');
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
  const steps = planOf('post', machine, structuralPaths(machine).paths).paths.flatMap((path) => path.steps);
  expect(new Set(steps.map(({ action: does }) => does))).toEqual(
    new Set(['start', 'send succeeds', 'the inline actor of post fails']),
  );
});

test('modules that name their machines alike lose none, and each name is one of a file', async () => {
  const folder = mkdtempSync(join(insideProject(), 'alike-'));
  const exporting = (name: string, id: string): string =>
    `import { createMachine } from 'xstate';\nexport ${name} createMachine({ id: '${id}' });\n`;
  try {
    writeFileSync(join(folder, 'door.js'), exporting('const machine =', 'door'));
    writeFileSync(join(folder, 'lamp.js'), exporting('const machine =', 'lamp'));
    writeFileSync(join(folder, 'post.js'), exporting('default', 'post/box'));
    const found = await loadMachines(folder, ['door.js', 'lamp.js', 'post.js']);
    expect([...found].map(([name, { id }]) => [name, id])).toEqual([
      ['machine', 'door'],
      ['lamp-machine', 'lamp'],
      ['post-box', 'post/box'],
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

describe('the command', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(insideProject(), 'command-'));
    const files = {
      'node_modules/@others/lamps/package.json':
        '{ "type": "module", "exports": { ".": { "import": "./lamps.js" }, "./making": { "import": "./making.js" } } }',
      'node_modules/@others/lamps/lamps.js': `
        import { createMachine } from 'xstate';
        export const lamp = createMachine({ initial: 'off', states: { off: { on: { GO: 'on' } }, on: { type: 'final' } } });`,
      'node_modules/@others/lamps/making.js': `
        export class LampMachine {}
        export const isLamp = () => true;
        export const createLampMachine = (volts) => ({ volts });`,
      'shadow.js': `
        import { createMachine } from 'xstate';
        export const shadow = createMachine({
          id: 'shadow',
          initial: 'a',
          on: { GO: '.b' },
          states: { a: { on: { GO: 'b' } }, b: { on: { GO: 'a' } }, island: {} },
        });`,
      'hasty.js': `
        import { createMachine } from 'xstate';
        export const hasty = createMachine({
          id: 'hasty',
          initial: 'a',
          states: {
            a: {
              initial: 'c',
              states: { c: { always: 'd' }, d: { type: 'final' } },
              onDone: 'b',
              on: { GO: 'b' },
            },
            b: {},
          },
        });`,
      'broken.js': `
        import { createMachine } from 'xstate';
        export const broken = createMachine({ initial: 'nowhere', states: { a: {} } });`,
    };
    mkdirSync(join(folder, 'node_modules/@others/lamps'), { recursive: true });
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const give = (...args: string[]) => run(args, folder);
  const lamps = ['--machines', '@others/lamps'];
  const shadow = ['--machines', 'shadow.js'];

  test('draws the machines of a package beside what is in the folder', async () => {
    mkdirSync(join(folder, 'docs'));
    writeFileSync(join(folder, 'docs', 'own.txt'), 'mine');
    expect(await give('draw', ...lamps, '--to', 'docs')).toEqual({ out: 'lamp: in docs/\n', code: 0 });
    expect(readdirSync(join(folder, 'docs')).toSorted()).toEqual([
      'lamp.mmd',
      'lamp.svg',
      'lamp.txt',
      'own.txt',
    ]);
    expect(readFileSync(join(folder, 'docs', 'lamp.txt'), 'utf8')).toContain('off\n  GO → on\n');
  });

  test('says what the paths pass, and what could be reached and is not', async () => {
    expect(await give('paths', ...lamps)).toEqual({
      out: 'lamp         2 states  1 transitions  1 paths  100 %\n',
      code: 0,
    });
    expect(await give('paths', ...shadow)).toEqual({
      out: [
        'shadow       3 states  3 transitions  1 paths  66 %',
        '  cannot be reached: shadow.island',
        '  cannot be reached: shadow --GO--> shadow.b',
        '',
      ].join('\n'),
      code: 0,
    });
    // It is over before any event comes, which is seen on the paths only.
    expect(await give('paths', '--machines', 'hasty.js')).toEqual({
      out: 'hasty        4 states  3 transitions  1 paths  85 %\n  no path: hasty.a --GO--> hasty.b\n',
      code: 1,
    });
  });

  test('prints a plan', async () => {
    const { out, code } = await give('plan', ...lamps, '--format', 'gherkin');
    expect([out.split('\n').slice(0, 5), code]).toEqual([
      ['Feature: lamp', '', '  Scenario: path 1', '    Given start', '    Then it is in off'],
      0,
    ]);
  });

  test('finds what is wrong', async () => {
    expect(await give('lint', ...lamps)).toEqual({ out: '1 machine, 0 findings\n', code: 0 });
    expect(await give('lint', ...lamps, ...shadow)).toEqual({
      out: [
        'shadow: shadow on GO: the inner states always handle it first',
        'shadow: shadow.island: no transition leads to this state',
        '2 machines, 2 findings',
        '',
      ].join('\n'),
      code: 1,
    });
  });

  test.each([
    [
      'functions that make machines',
      ['draw', '--machines', '@others/lamps/making'],
      "functions: createLampMachine.\nIf one of them creates a machine, write a one-line module that calls it with its arguments, and name that module instead:\n  import { createLampMachine } from '@others/lamps/making'; export const machine = createLampMachine();",
    ],
    [
      'a package that is not installed',
      ['lint', '--machines', '@others/doors'],
      'There is no @others/doors. It',
    ],
    [
      'an entry that a package has not',
      ['lint', '--machines', '@others/lamps/doors'],
      '@others/lamps/doors cannot be loaded: Package subpath',
    ],
    [
      'a format that does not exist',
      ['plan', ...lamps, '--format', 'toString'],
      'no format "toString"; there are: markdown, csv, gherkin.',
    ],
    ['no machines', ['draw'], 'draw needs --machines <module>.'],
    ['an option of another command', ['lint', ...lamps, '--to', 'x'], "Unknown option '--to'"],
    ['an unknown command', ['constructor', ...lamps], 'There is no command "constructor".'],
    [
      'a machine that cannot be read, and draws none',
      ['draw', ...lamps, '--machines', 'broken.js', '--to', 'none'],
      'The machine broken cannot be read: ',
    ],
  ])('refuses %s', async (_case, args, message) => {
    await expect(give(...args)).rejects.toThrow(message);
    await expect(give(...args)).rejects.toBeInstanceOf(CommandError);
    expect(readdirSync(folder).filter((name) => /none/.test(name))).toEqual([]);
  });
});
