import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AnyStateMachine, assign, setup } from 'xstate';
import { diffFiles } from '../../tools/flows/command/diff.ts';
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
const changeTexts = (before: DoorChange, after: DoorChange): string[] =>
  changesBetween(definitionOf(door(before)), definitionOf(door(after))).map(({ state, text }) =>
    [state, text].filter(Boolean).join(' '),
  );

/** One change of each kind, and its description. */
const changeCases: [string, DoorChange, string[]][] = [
  ['an added state', { states: { ajar: { on: { PUSH: 'open' } } } }, ['ajar is a new state: `PUSH → open`']],
  [
    'a retargeted transition',
    on([{ ...openTransition, target: 'broken' }, wornTransition]),
    ['closed `OPEN [fits]` leads to `broken`, was `open`'],
  ],
  [
    'another guard',
    on([{ ...openTransition, guard: 'isDry' }, wornTransition]),
    ['closed `OPEN [isDry]` is guarded by `isDry`, was `fits`'],
  ],
  [
    'another order of guards',
    on([wornTransition, openTransition]),
    ['closed `OPEN`: the guards are evaluated in the order `isWorn`, `fits`, was `fits`, `isWorn`'],
  ],
  [
    'a dropped action',
    on([{ ...openTransition, actions: ['creak'] }, wornTransition]),
    ['closed `OPEN [fits]` no longer does `ring`'],
  ],
  [
    'an added action',
    on([openTransition, { ...wornTransition, actions: 'ring' }]),
    ['closed `OPEN [isWorn]` also does `ring`'],
  ],
  [
    'an added transition',
    on([openTransition, wornTransition, { target: 'closed', reenter: true }]),
    ['closed has the transition `OPEN ↻ reenter`'],
  ],
  [
    'a removed event',
    { closed: { on: { OPEN: [openTransition, wornTransition] } } },
    ['closed no longer has `KNOCK (stays) / ring`'],
  ],
  ['another start', { initial: 'open' }, ['starts in `open`, was `closed`']],
  [
    'another tag',
    { open: { tags: ['windy'] } },
    ['open has the tag `windy`', 'open no longer has the tag `draughty`'],
  ],
  ['a dropped entry action', { open: { entry: [] } }, ['open no longer has the entry action `ring`']],
  [
    'a running actor',
    { open: { invoke: { id: 'watch', src: 'watch' } } },
    ['open has the running actor `watch`'],
  ],
  ['a description', { open: { description: 'Cold.' } }, ['open has the description “Cold.”']],
  [
    'another delay',
    { aWhile: 20_000 },
    [
      'open has `after aWhile (20 s)`, was `after aWhile (10 s)`',
      'the code of the delay `aWhile` has changed',
    ],
  ],
  ['other code behind a name', { fits: () => false }, ['the code of the guard `fits` has changed']],
  [
    'other code without a name',
    on([openTransition, wornTransition], { actions: ['ring', assign({ knocked: () => 2 })] }),
    ['closed `KNOCK` also does `set knocked`'],
  ],
];

describe('the difference between two machines', () => {
  test.each(changeCases)('%s is described', (_case, seed, texts) => {
    expect(changeTexts({}, seed)).toEqual(texts);
    const reverted = changeTexts(seed, {});
    expect(reverted).toHaveLength(texts.length);
  });

  test('the code of an inline function is compared', () => {
    const knocked = (count: number) =>
      on([openTransition, wornTransition], { actions: assign({ knocked: () => count > 1 }) });
    const otherCode = on([openTransition, wornTransition], {
      actions: assign({ knocked: () => !Number.isNaN(2) }),
    });
    expect(changeTexts(knocked(1), otherCode)).toEqual(['closed `KNOCK` has other inline code']);
    expect(changeTexts(knocked(1), knocked(1))).toEqual([]);
  });

  test('a removed state is reported, and a renamed state is reported as renamed', () => {
    expect(changeTexts({ states: { ajar: { on: { PUSH: 'open' } } } }, {})).toEqual(['ajar was removed']);
    const named = (name: string): DoorChange => ({ states: { [name]: { on: { PUSH: 'open' } } } });
    expect(changeTexts(named('ajar'), named('leaning'))).toEqual(['leaning is the new name of `ajar`']);
  });

  test('another order of states and events is not a change', () => {
    const reordered = {
      closed: { on: { KNOCK: { actions: 'ring' }, OPEN: [openTransition, wornTransition] } },
    };
    expect(changeTexts({}, reordered)).toEqual([]);
  });

  test.each(changeCases.filter(([, seed]) => seed.aWhile === undefined && seed.fits === undefined))(
    '%s is marked in the picture',
    async (_case, seed) => {
      const picture = await drawChanges(definitionOf(door()), definitionOf(door(seed)));
      expect(picture).toMatch(/class="(?:row|state)[^"]* (?:added|removed|changed)"/);
    },
  );

  test('the summary contains every machine that differs, and fits into a pull request', () => {
    const addedStates = Object.fromEntries(
      Array.from({ length: 900 }, (_, n) => [`s${n}`, { on: { PUSH: 'open' } }]),
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
    expect(summaryOf([first as (typeof versions)[number]], 'main', 'now').length).toBeLessThan(65_536);
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
