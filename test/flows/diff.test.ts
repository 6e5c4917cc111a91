import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { and, type AnyStateMachine, createMachine, not, raise, sendTo, setup } from 'xstate';
import { diffFiles } from '../../tools/flows/command/diff.ts';
import { codeOf } from '../../tools/flows/command/scopes.ts';
import { writeFolder } from '../../tools/flows/command/writeFolder.ts';
import { changesBetween, definitionOf, drawChanges, summaryOf } from '../../tools/flows/diff.ts';

interface DoorChange {
  readonly closed?: object;
  readonly open?: object;
  readonly states?: object;
  readonly initial?: string;
  readonly fits?: () => boolean;
  readonly aWhile?: number;
}

/** A door machine with guards, actions, delays and tags. The options replace parts of it. */
const door = (seed: DoorChange = {}): AnyStateMachine =>
  setup({
    guards: { fits: seed.fits ?? (() => true), isWorn: () => false },
    actions: { creak: () => {}, ring: () => {} },
    delays: { aWhile: seed.aWhile ?? 10_000 },
  }).createMachine({
    id: 'door',
    context: {},
    initial: seed.initial ?? 'closed',
    states: {
      closed: {
        on: {
          OPEN: [
            { guard: 'fits', target: 'open', actions: ['creak', 'ring'] },
            { guard: 'isWorn', target: 'broken' },
          ],
          KNOCK: { actions: 'ring' },
        },
        ...seed.closed,
      },
      open: { tags: ['draughty'], after: { aWhile: 'closed' }, entry: 'ring', ...seed.open },
      broken: {},
      ...seed.states,
    },
  } as never) as unknown as AnyStateMachine;

const on = (OPEN: unknown, KNOCK: unknown = { actions: 'ring' }) => ({ closed: { on: { OPEN, KNOCK } } });
const wornTransition = { guard: 'isWorn', target: 'broken' };
const openTransition = { guard: 'fits', target: 'open', actions: ['creak', 'ring'] };
const linesBetween = (before: AnyStateMachine, after: AnyStateMachine): string[] =>
  changesBetween(definitionOf(before), definitionOf(after))
    .split('\n')
    .filter((line) => /^[-+±*`]/.test(line) && !line.startsWith('```'))
    .map((line) => line.replace(/ +/g, ' '));
const changeLines = (before: DoorChange, after: DoorChange): string[] =>
  linesBetween(door(before), door(after));

/** One change of each kind, and its description. */
const changeCases: [string, DoorChange, string[]][] = [
  ['an added state', { states: { ajar: { on: { PUSH: 'open' } } } }, ['**ajar** is new', '+ PUSH → open']],
  [
    'a retargeted transition',
    on([{ ...openTransition, target: 'broken' }, wornTransition]),
    ['**closed**', '- [fits] → open', '+ [fits] → broken'],
  ],
  [
    'another guard',
    on([{ ...openTransition, guard: 'isDry' }, wornTransition]),
    ['**closed**', '- [fits] → open', '+ [isDry] → open'],
  ],
  [
    'another order of guards',
    on([wornTransition, openTransition]),
    ['**closed**', '+ [isWorn] → broken', '- [isWorn] → broken'],
  ],
  [
    'a dropped action',
    on([{ ...openTransition, actions: ['creak'] }, wornTransition]),
    ['**closed**', '- / ring'],
  ],
  [
    'one of two equal actions',
    on([{ ...openTransition, actions: ['ring', 'creak', 'ring', 'ring'] }, wornTransition]),
    ['**closed**', '+ / ring', '+ / ring'],
  ],
  [
    'an added transition',
    on([openTransition, wornTransition, { target: 'closed', reenter: true }]),
    ['**closed**', '+ else ↻ reenter → closed'],
  ],
  ['another start', { initial: 'open' }, ['**the whole machine**', '- initial → closed', '+ initial → open']],
  ['another tag', { open: { tags: ['windy'] } }, ['**open**', '- tags: draughty', '+ tags: windy']],
  ['a dropped entry action', { open: { entry: [] } }, ['**open**', '- entry / ring']],
  [
    'a running actor',
    { open: { invoke: { id: 'watch', src: 'watch' } } },
    ['**open**', '+ runs / watch', '+ { id: "watch", src: "watch" }'],
  ],
  ['a description', { open: { description: 'Cold.' } }, ['**open**', '+ description: Cold.']],
  [
    'another number of a delay',
    { aWhile: 20_000 },
    [
      '**open**',
      '± after aWhile (20 s), was after aWhile (10 s) → closed',
      '± `delay aWhile`, used in **open** `after aWhile (20 s)`',
      '- 10000',
      '+ 20000',
    ],
  ],
  [
    'other code behind a name',
    { fits: () => false },
    [
      '**closed**',
      '± [fits] → open',
      '± `guard fits`, used in **closed** `OPEN [fits]`',
      '- () => true',
      '+ () => false',
    ],
  ],
];

describe('the difference between two machines', () => {
  test.each(changeCases)('%s is described', (_case, seed, texts) => {
    expect(changeLines({}, seed)).toEqual(texts);
    expect(
      changeLines(seed, {})
        .filter((line) => /^[-+]/.test(line))
        .toSorted(),
    ).toEqual(
      texts
        .filter((line) => /^[-+]/.test(line))
        .map((line) => (line.startsWith('+') ? line.replace('+', '-') : line.replace('-', '+')))
        .toSorted(),
    );
  });

  test.each(changeCases)('%s is marked in the picture', async (_case, seed) => {
    const picture = await drawChanges(definitionOf(door()), definitionOf(door(seed)));
    expect(picture).toMatch(/class="(?:row|state)[^"]* (?:added|removed|changed)"/);
  });

  test('a removed state is reported, and a renamed state is reported as renamed', () => {
    expect(changeLines({ states: { ajar: { on: { PUSH: 'open' } } } }, {})).toEqual([
      '**ajar** was removed',
      '- PUSH → open',
    ]);
    const named = (name: string): DoorChange => ({ states: { [name]: { on: { PUSH: 'open' } } } });
    expect(changeLines(named('ajar'), named('leaning'))).toEqual([
      '**leaning** is the new name of the state `ajar`.',
    ]);
  });

  test('a renamed event is reported as renamed, with its senders', async () => {
    const listener = (type: string, actions: unknown = 'ring') =>
      definitionOf(
        createMachine({
          id: 'listener',
          initial: 'idle',
          states: {
            idle: { on: { [type]: { actions } as never, OFF: 'off' } },
            off: { on: { [type]: 'idle' } },
          },
        }),
      );
    const sender = (type: string) =>
      definitionOf(
        createMachine({ id: 'sender', entry: sendTo('listener', { type }), exit: raise({ type: 'OFF' }) }),
      );
    const [before, after] = [listener('ON'), listener('START')];
    const changes = changesBetween(before, after, [after, sender('START')]);
    expect(changes).toContain(
      '`START` is the new name of the event `ON`. It is sent by sender (`entry / sendTo`).',
    );
    expect(changes).toContain('± START, was ON → idle');
    expect(changes).not.toMatch(/^[-+]/m);
    expect(await drawChanges(before, after)).toContain('± START, was ON');
    expect(changesBetween(before, after, [after, sender('ON')])).toContain(
      'No machine sends the new name; views are not read. **The old name is still sent by sender (`entry / sendTo`).**',
    );
    expect(changesBetween(before, listener('START', 'creak'))).toContain(
      '`START` is the new name of the event `ON`.',
    );
  });

  test('code that differs is shown once, with all places that use it, also through other code', () => {
    const lamp = (limit: number) => {
      const isBright = () => limit > 1;
      return setup({ guards: { isBright, isDark: not('isBright') } }).createMachine({
        id: 'lamp',
        on: { DIM: { guard: 'isBright', actions: 'dim' }, LIGHT: { guard: 'isDark' } } as never,
        always: { guard: and(['isBright', 'isDark']), actions: 'warn' } as never,
      });
    };
    const changes = changesBetween(definitionOf(lamp(1), codeOf), definitionOf(lamp(2), codeOf));
    const places = ['DIM [isBright]', 'LIGHT [isDark]', 'always [isBright and isDark]'];
    expect(changes).toContain(
      `± \`limit of guard isBright\`, used in ${places.map((place) => `**the whole machine** \`${place}\``).join(', ')}\n\n` +
        '```diff\n- 1\n+ 2\n```',
    );
    expect(changes.match(/^- 1$/gm)).toHaveLength(1);
  });

  test('another order of states and events is not a change', () => {
    const reordered = {
      closed: { on: { KNOCK: { actions: 'ring' }, OPEN: [openTransition, wornTransition] } },
    };
    expect(changeLines({}, reordered)).toEqual([]);
  });

  test('the summary contains every machine that differs, and fits into a pull request', () => {
    const addedStates = Object.fromEntries(
      Array.from({ length: 1500 }, (_, n) => [`s${n}`, { on: { PUSH: 'open' } }]),
    );
    const versions = [
      { name: 'door', before: definitionOf(door()), after: definitionOf(door({ states: addedStates })) },
      { name: 'gate', before: null, after: definitionOf(door()) },
      { name: 'same', before: definitionOf(door()), after: definitionOf(door()) },
    ];
    const [first, ...others] = versions;
    const summary = summaryOf(others, 'main', 'the working tree');
    expect(summary).toContain('### gate\n\n+ The machine is new.');
    expect(summary).not.toContain('### same');
    const long = summaryOf([first as (typeof versions)[number]], 'main', 'now');
    expect(long.length).toBeLessThan(65_536);
    expect(long.match(/^```/gm)?.length).toBe(2 * (long.match(/^```diff/gm)?.length ?? 0));
    expect(long).toMatch(/and more: the pictures show all changes\.\n$/);
  });
});

describe('the command', () => {
  let project: string;
  const git = (...args: string[]) =>
    spawnSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd: project });
  const machine = (target: string) =>
    `export const lamp = { root: {}, config: {}, implementations: {}, provide() {}, text: '${target}' };`;

  beforeAll(() => {
    project = mkdtempSync(join(tmpdir(), 'flows-test-'));
    git('init', '-q', '-b', 'main');
    writeFileSync(join(project, 'lamp.js'), 'throw new Error("the bulb is broken");');
    writeFileSync(join(project, 'empty.js'), 'export const nothing = 1;');
    mkdirSync(join(project, 'inner'));
    writeFileSync(join(project, 'inner', 'lamp.js'), 'throw new Error("the inner bulb is broken");');
    git('add', '-A');
    git('commit', '-qm', 'A broken lamp');
    writeFileSync(join(project, 'lamp.js'), machine('on'));
    mkdirSync(join(project, 'node_modules', 'bulb'), { recursive: true });
    writeFileSync(join(project, 'node_modules', 'bulb', 'index.js'), machine('on'));
  });
  afterAll(() => rmSync(project, { recursive: true, force: true }));

  test.each([
    [
      'a revision that does not exist',
      { before: 'nowhere', modules: ['lamp.js'] },
      'There is no revision "nowhere"',
    ],
    [
      'a revision that looks like an option',
      { before: '--help', modules: ['lamp.js'] },
      'There is no revision "--help"',
    ],
    [
      'a module that cannot be loaded',
      { before: 'main', modules: ['lamp.js'] },
      'main: lamp.js cannot be loaded: the bulb is broken',
    ],
    [
      'a module without a machine',
      { before: 'main', modules: ['empty.js'] },
      'main: empty.js exports no machine.',
    ],
    [
      'a package, which is the same in all revisions',
      { before: 'main', modules: ['bulb'] },
      'main: There is no bulb.',
    ],
    ['a module that is not there', { before: 'main', modules: ['gone.js'] }, 'main: There is no gone.js.'],
  ])('refuses %s with a message that names it', async (_case, request, message) => {
    const countTemporaryFolders = () =>
      readdirSync(tmpdir()).filter((name) => /^flows-(?!test-)/.test(name)).length;
    const before = countTemporaryFolders();
    await expect(diffFiles({ project, after: null, ...request })).rejects.toThrow(message);
    expect(countTemporaryFolders()).toBe(before);
  });

  test('resolves module paths from the folder in which it runs', async () => {
    const inner = { project: join(project, 'inner'), before: 'main', after: null };
    for (const module of ['lamp.js', join(project, 'inner', 'lamp.js')]) {
      await expect(diffFiles({ ...inner, modules: [module] })).rejects.toThrow(
        'main: lamp.js cannot be loaded: the inner bulb is broken',
      );
    }
  });

  test('writes all files or none', () => {
    const out = join(project, 'out');
    mkdirSync(out);
    writeFileSync(join(out, 'old.svg'), '');
    expect(() =>
      writeFolder(
        out,
        new Map([
          ['new.svg', ''],
          ['no/such/folder.svg', ''],
        ]),
      ),
    ).toThrow('ENOENT');
    expect(readdirSync(out)).toEqual(['old.svg']);
    writeFolder(out, new Map([['new.svg', '']]));
    expect(readdirSync(out)).toEqual(['new.svg']);
    expect(existsSync(join(project, '.out'))).toBe(false);
  });

  test('does not replace a folder that contains other files', () => {
    expect(() => writeFolder(project, new Map([['new.svg', '']]))).toThrow(
      /would be replaced, but it contains .+: name a separate folder/,
    );
    expect(existsSync(join(project, 'lamp.js'))).toBe(true);
  });
});
