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

/* Features of XState that machines of other projects use and those of this project do not. */

const machineFrom = (config: object): AnyStateMachine => createMachine(config as never) as AnyStateMachine;

/** A folder inside the project, where XState can be imported and no other check looks for sources. */
function cacheFolder(): string {
  const folder = join(import.meta.dirname, '..', '..', '.cache');
  mkdirSync(folder, { recursive: true });
  return folder;
}

describe('a machine with a history', () => {
  const machine = machineFrom({
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
    ['covering paths', () => coveringPaths({ machine }).missing],
    ['structural paths', () => structuralPaths(machine).missing],
  ])('is covered where a transition leads to the history state, by %s', (_, missing) => {
    expect(missing()).toEqual([]);
  });

  const bookWithMark = (mark: object) =>
    machineFrom({
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

  test('is described with its depth and its default target', () => {
    expect(textOf(graphOf(bookWithMark({})))).toContain(
      'open.mark (shallow history)\n  leads to open.first while it remembers nothing\n',
    );
    expect(textOf(graphOf(bookWithMark({ history: 'deep', target: 'last' })))).toContain(
      'open.mark (deep history)\n  leads to open.last while it remembers nothing\n',
    );
  });

  test('is a change when the depth or the target differs, in words and in the picture', async () => {
    const before = definitionOf(bookWithMark({}));
    const after = definitionOf(bookWithMark({ history: 'deep', target: 'last' }));
    const changes = changesBetween(before, after);
    expect(changes).toContain('**open.mark**');
    expect(changes).toContain('+ history: deep\n');
    expect(changes).toContain('+ target: last\n');
    expect(await drawChanges(before, after)).toContain('+ target: last');
  });

  test('leads to its default target instead of the initial state', () => {
    expect(lintMachine(bookWithMark({ target: 'last' }))).toEqual([
      'book.open.first: no transition leads to this state',
    ]);
  });
});

test('guards of the initial state are tried with both results', () => {
  const machine = machineFrom({
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

test('no path has the done event of a state that is not done', () => {
  const machine = machineFrom({
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

test('the report of a machine that needs an input says why it has no paths', () => {
  const machine = machineFrom({
    id: 'greeting',
    context: ({ input }: { input: { name: string } }) => ({ name: input.name }),
  });
  const { gaps } = pathReport('greeting', { machine });
  expect(gaps.join()).toMatch(/^greeting: .*reading 'name'.*needs "inputs" in its model$/);
});

test('an exception in the code of a machine is reported with its name', () => {
  const machine = machineFrom({
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

test('state names in any script stay distinct in Mermaid', () => {
  const machine = machineFrom({
    id: 'கதவு',
    initial: 'திற',
    states: { திற: { on: { GO: 'மூடு' } }, மூடு: {} },
  });
  const lines = mermaid(graphOf(machine)).split('\n');
  expect(lines).toContain('  கதவு_திற --> கதவு_மூடு: GO');
});

test('a state with an explicit id is described in the plan', () => {
  const machine = machineFrom({
    id: 'lamp',
    initial: 'off',
    states: { off: { id: 'dark', tags: ['unlit'], description: 'The room is dark' } },
  });
  const [path] = planOf('lamp', machine, structuralPaths(machine).paths).paths;
  expect(path?.[0]?.sees).toEqual(['it is in off (unlit). The room is dark']);
});

test('an actor without a name is reported as an inline actor', () => {
  const machine = machineFrom({
    id: 'post',
    initial: 'sending',
    states: { sending: { invoke: { src: fromPromise(() => Promise.resolve()) } } },
  });
  expect(lintMachine(machine, { house: true })).toEqual([
    'post.sending: the invoke of an inline actor has no id',
    'post.sending: the invoke of an inline actor has no onError',
  ]);
});

describe('a renamed state', () => {
  const changes = (declaration: (name: string) => object): string[] =>
    changesBetween(
      definitionOf(machineFrom(declaration('before'))),
      definitionOf(machineFrom(declaration('after'))),
    ).split('\n');

  test('is a change of the name when the state keeps its explicit id', () => {
    const lamp = (name: string) => ({ id: 'lamp', initial: name, states: { [name]: { id: 'dark' } } });
    expect(changes(lamp)).toEqual(['**after** is the new name of the state `before`.']);
  });

  test('is one change when the invoked actor has no id', () => {
    const post = (name: string) => ({
      id: 'post',
      initial: 'written',
      states: {
        written: { on: { SEND: name } },
        [name]: { invoke: { src: 'send', onDone: 'written', onError: 'written' } },
      },
    });
    expect(changes(post)).toEqual(['**after** is the new name of the state `before`.']);
  });
});

test('an actor without an id is named by its source', () => {
  const machine = machineFrom({
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
  const steps = planOf('post', machine, structuralPaths(machine).paths).paths.flat();
  expect(new Set(steps.flatMap(({ does }) => does))).toEqual(
    new Set(['start', 'send succeeds', 'the inline actor of post fails']),
  );
});

describe('machines of several modules', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(cacheFolder(), 'alike-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const namesOf = async (modules: Readonly<Record<string, string>>): Promise<[string, string][]> => {
    for (const [path, exported] of Object.entries(modules)) {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), `import { createMachine } from 'xstate';\nexport ${exported};\n`);
    }
    return [...(await loadMachines(folder, Object.keys(modules)))].map(([name, { id }]) => [name, id]);
  };
  const machine = (id: string) => `const machine = createMachine({ id: '${id}' })`;

  test('are named by their paths when their names are the same, and by their ids when they have none', async () => {
    expect(
      await namesOf({
        'door.js': machine('door'),
        'lamp/machine.ts': machine('lamp'),
        'old/lamp/machine.ts': machine('old lamp'),
        'post.js': "default createMachine({ id: 'post/box' })",
        'bell.js': 'default createMachine({})',
        'gate.js': "const Gate = createMachine({ id: 'gate' }); export default Gate",
      }),
    ).toEqual([
      ['door-machine', 'door'],
      ['lamp-machine', 'lamp'],
      ['old-lamp-machine', 'old lamp'],
      ['post-box', 'post/box'],
      ['bell', '(machine)'],
      ['Gate', 'gate'],
    ]);
  });

  test('are refused when nothing tells them apart', async () => {
    await expect(namesOf({ 'twin.ts': machine('a'), 'twin.js': machine('b') })).rejects.toThrow(
      'Two machines are called twin-machine',
    );
  });
});

describe('the command', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(cacheFolder(), 'command-'));
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
  const runCommand = (...args: string[]) => run(args, folder);
  const lamps = ['--machines', '@others/lamps'];
  const shadow = ['--machines', 'shadow.js'];

  test('draws the machines of a package and keeps the other files of the folder', async () => {
    mkdirSync(join(folder, 'docs'));
    writeFileSync(join(folder, 'docs', 'own.txt'), 'mine');
    expect(await runCommand('draw', ...lamps, '--to', 'docs')).toEqual({ out: 'lamp: in docs/\n', code: 0 });
    expect(readdirSync(join(folder, 'docs')).toSorted()).toEqual([
      'lamp.mmd',
      'lamp.svg',
      'lamp.txt',
      'own.txt',
    ]);
    expect(readFileSync(join(folder, 'docs', 'lamp.txt'), 'utf8')).toContain('off\n  GO → on\n');
  });

  test('reports the coverage of the paths, and everything that no path reaches', async () => {
    expect(await runCommand('paths', ...lamps)).toEqual({
      out: 'lamp         2 states  1 transitions  1 paths  100 %\n',
      code: 0,
    });
    expect(await runCommand('paths', ...shadow)).toEqual({
      out: [
        'shadow       3 states  3 transitions  1 paths  66 %',
        '  cannot be reached: shadow.island',
        '  cannot be reached: shadow --GO--> shadow.b',
        '',
      ].join('\n'),
      code: 0,
    });
    // The machine leaves `a` before any event, which only running its paths shows.
    expect(await runCommand('paths', '--machines', 'hasty.js')).toEqual({
      out: 'hasty        4 states  3 transitions  1 paths  85 %\n  no path: hasty.a --GO--> hasty.b\n',
      code: 1,
    });
  });

  test('prints a plan', async () => {
    const { out, code } = await runCommand('plan', ...lamps, '--format', 'gherkin');
    expect([out.split('\n').slice(0, 5), code]).toEqual([
      ['Feature: lamp', '', '  Scenario: path 1', '    Given start', '    Then it is in off'],
      0,
    ]);
  });

  test('reports the findings of the lint', async () => {
    expect(await runCommand('lint', ...lamps)).toEqual({ out: '1 machine, 0 findings\n', code: 0 });
    expect(await runCommand('lint', ...lamps, ...shadow)).toEqual({
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
      "functions: createLampMachine. If one creates a machine, name a module that calls it:\n  import { createLampMachine } from '@others/lamps/making'; export const machine = createLampMachine();",
    ],
    [
      'a package that is not installed',
      ['lint', '--machines', '@others/doors'],
      'There is no @others/doors. It',
    ],
    [
      'a package entry that does not exist',
      ['lint', '--machines', '@others/lamps/doors'],
      '@others/lamps/doors cannot be loaded: "./doors" is not exported',
    ],
    [
      'a format that does not exist',
      ['plan', ...lamps, '--format', 'toString'],
      'no format "toString"; there are: markdown, csv, gherkin.',
    ],
    ['no machines', ['draw'], 'draw needs --machines <module>.'],
    ['an option of another command', ['lint', ...lamps, '--to', 'x'], "Unknown option '--to'"],
    ['an unknown command', ['constructor', ...lamps], 'There is no command "constructor"; there are: draw,'],
    [
      'a machine that cannot be read, and draws no other machine',
      ['draw', ...lamps, '--machines', 'broken.js', '--to', 'none'],
      'The machine broken cannot be read: ',
    ],
  ])('refuses %s', async (_case, args, message) => {
    await expect(runCommand(...args)).rejects.toThrow(message);
    await expect(runCommand(...args)).rejects.toBeInstanceOf(CommandError);
    expect(readdirSync(folder).filter((name) => /none/.test(name))).toEqual([]);
  });
});
