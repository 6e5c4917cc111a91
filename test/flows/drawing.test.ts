import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, and, assign, fromPromise, not, setup } from 'xstate';
import { drawMachine, machineBox } from '../../tools/flows/drawing.ts';
import { type Trigger, graphOf } from '../../tools/flows/graph.ts';
import { mermaid } from '../../tools/flows/mermaid.ts';
import { textWidth, wrapText } from '../../tools/flows/drawing/textWidth.ts';
import { coverageTargetsOf } from '../../tools/flows/paths.ts';
import { layoutProblemsOf } from './layoutProblems.ts';

/** A machine with every feature of XState. */
const machine = setup({
  types: { context: {} as { count: number } },
  guards: { isReady: () => true, isLate: () => false },
  actions: { publish: () => {}, silence: () => {} },
  delays: { aWhile: 90_000, untilLater: () => 5 },
}).createMachine({
  id: 'all',
  context: { count: 0 },
  initial: 'outer',
  on: { 'all.reset': '.outer', 'all.noted': { actions: 'publish' } },
  states: {
    outer: {
      initial: 'inner',
      entry: 'publish',
      exit: 'silence',
      tags: ['busy'],
      on: { AGAIN: { target: 'outer', reenter: true } },
      states: {
        inner: {
          always: { guard: 'isReady', target: 'waiting' },
          on: { UP: '#all.outer', ALL: '#all' },
        },
        waiting: {
          after: { aWhile: 'inner', untilLater: '#all.both', 250: '#all.done' },
          on: {
            GO: [
              { guard: 'isLate', target: '#all.done', actions: ['publish', 'silence'] },
              { guard: and(['isReady', not('isLate')]), actions: 'publish' },
              { target: '#all.done' },
            ],
          },
        },
        before: { type: 'history' },
      },
    },
    both: {
      type: 'parallel',
      on: { BACK: 'outer.before' },
      states: {
        left: { initial: 'a', states: { a: { on: { NEXT: 'b' } }, b: { type: 'final' } } },
        right: { initial: 'c', states: { c: { on: { TOP: '#all.both' } } } },
      },
      onDone: 'done',
    },
    done: { type: 'final' },
  },
}) as unknown as AnyStateMachine;

/** A machine whose drawing has a line through a box when lines leave composite states at their sides. */
const winding = setup({}).createMachine({
  id: 'winding',
  initial: 'a',
  states: {
    a: {
      initial: 'b',
      states: { b: { on: { UP: '#winding.a', TOP: '#winding', ON: '#winding.p' } }, h: { type: 'history' } },
    },
    p: {
      type: 'parallel',
      on: { BACK: 'a.h' },
      states: {
        l: { initial: 'x', states: { x: { on: { ALL: '#winding.p', NEXT: 'y' } }, y: {} } },
        r: { initial: 'z', states: { z: { after: { 1000: '#winding.f' } } } },
      },
    },
    f: { type: 'final' },
  },
}) as unknown as AnyStateMachine;

/** A machine without states that loads data and then runs an action. */
const loading = setup({
  types: { context: {} as { data: unknown; failure: unknown } },
  actors: { load: fromPromise(() => Promise.resolve()) },
  actions: { announce: () => {} },
}).createMachine({
  id: 'loading',
  context: { data: null, failure: null },
  invoke: {
    id: 'load',
    src: 'load',
    onDone: { actions: [assign({ data: 1, failure: null }), 'announce'] },
    onError: {},
  },
}) as unknown as AnyStateMachine;

const graph = graphOf(machine);
const state = (...path: string[]) => {
  let found = graph;
  for (const key of path) {
    const inner = found.states.find(({ name }) => name === key);
    if (inner === undefined) throw new Error(`no state ${key}`);
    found = inner;
  }
  return found;
};
const describeCause = ({ name, transitions: ways }: Trigger): string[] =>
  ways.map(({ guard, actions, targets, restarts }) =>
    [
      name,
      guard && `[${guard}]`,
      ...actions,
      restarts && 'reenter',
      targets.map((target) => `→ ${target.name}`),
    ]
      .flat()
      .filter(Boolean)
      .join(' '),
  );

describe('the graph of a machine', () => {
  test('has events, guards in their order, actions and targets', () => {
    expect(state('outer', 'waiting').triggers.flatMap(describeCause)).toEqual([
      'GO [isLate] publish silence → done',
      'GO [isReady and not isLate] publish',
      'GO [else] → done',
      'after 250 ms → done',
      'after aWhile (1.5 min) → inner',
      'after untilLater → both',
    ]);
  });

  test('has `always` transitions, which XState’s own graph leaves out', () => {
    expect(state('outer', 'inner').triggers.flatMap(describeCause)).toContain('always [isReady] → waiting');
  });

  test('shows entry, exit, tags and restarts, but not the timers of delays', () => {
    expect(state('outer')).toMatchObject({ entry: ['publish'], exit: ['silence'], tags: ['busy'] });
    expect(state('outer').triggers.flatMap(describeCause)).toEqual(['AGAIN reenter → its initial state']);
    expect(state('outer', 'waiting')).toMatchObject({ entry: [], exit: [] });
  });

  test('names events of XState in words instead of ids', () => {
    expect(state('both').triggers.map(({ name }) => name)).toContain('both finished');
    expect(graphOf(loading).triggers.map(({ name }) => name)).toEqual(['load done', 'load failed']);
  });

  test('names the context keys that an inline assign sets', () => {
    expect(graphOf(loading).triggers.flatMap(describeCause)).toContain(
      'load done set data, failure announce',
    );
  });
});

const drawingCases: [string, AnyStateMachine][] = [
  ['a machine with every feature', machine],
  ['a machine with winding lines', winding],
  ['a machine without states', loading],
];

describe.each(drawingCases)('the drawing of %s', (_name, each) => {
  test('shows every state and every transition under its id', async () => {
    const picture = await drawMachine(each);
    const { states, transitions } = coverageTargetsOf(each);
    const idsIn = (attribute: string): Set<string> =>
      new Set(
        [...picture.matchAll(new RegExp(`${attribute}="([^"]*)"`, 'g'))].map(([, id]) => unescaped(id)),
      );
    expect(idsIn('data-state-id')).toEqual(new Set([each.id, ...states.keys()]));
    expect(idsIn('data-transition-id')).toEqual(new Set(transitions.values()));
  });

  test('has only straight lines, none through a box', async () => {
    expect(await layoutProblemsOf(machineBox(each))).toEqual([]);
  });
});

const unescaped = (id: string | undefined): string =>
  (id ?? '').replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&');

test('the Mermaid text has composite states, initial states and transitions, and no line from a state to its child', () => {
  const lines = mermaid(graph)
    .split('\n')
    .map((line) => line.trim());
  expect(lines).toContain('state "outer" as all_outer {');
  expect(lines).toContain('[*] --> all_outer_inner');
  expect(lines).toContain('all_outer_any : AGAIN ↻ reenter');
  expect(lines).toContain('all_outer_inner --> all_outer_waiting: always [isReady]');
  expect(lines).toContain('all_outer_inner : UP → outer');
  expect(lines).toContain('all_outer_waiting --> all_done: GO [isLate]<br/>GO, else<br/>after 250 ms');
  expect(lines).toContain('all_any --> all_outer: all.reset');
  expect(lines).toContain('all_any : all.noted');
  expect(lines).toContain('--');
  expect(lines).toContain('all_done --> [*]');
  expect(lines.some((line) => line.startsWith('all_outer --> all_outer_'))).toBe(false);
  expect(lines.filter((line) => line.startsWith('[*]') && line.includes(':'))).toEqual([]);
});

test('Mermaid gets a name for each state, a parallel machine, a history in words, and codes for its special characters', () => {
  const text = mermaid(
    graphOf(
      setup({}).createMachine({
        id: 'note',
        type: 'parallel',
        states: {
          a_b: {},
          a: {
            initial: 'b',
            states: { b: {}, h: { type: 'history', history: 'deep' }, 'say "x": #1;': {} },
            on: { BACK: '.h' },
          },
        },
      }),
    ),
  );
  expect(text.split('\n').map((line) => line.trim())).toEqual([
    'stateDiagram-v2',
    '[*] --> s_note',
    'state "note" as s_note {',
    'state "a#95;b" as s_note_a_b',
    '--',
    'state "a" as s_note_a {',
    '[*] --> s_note_a_b_2',
    'state "in any state of a" as s_note_a_any',
    'state "b" as s_note_a_b_2',
    'state s_note_a_h <<choice>>',
    'note right of s_note_a_h',
    'h#58; deep history, the last state inside',
    'end note',
    'state "say #34;x#34;#58; #35;1#59;" as s_note_a_say__x____1_',
    '}',
    '}',
    's_note_a_any --> s_note_a_h: BACK',
    's_note_a_h --> s_note_a_b_2: while it remembers nothing',
    '',
  ]);
});

test('text is measured and wrapped without a font', () => {
  expect(textWidth('iiii', 12)).toBeLessThan(textWidth('WWWW', 12));
  expect(wrapText('one, two, three', 12, textWidth('one, two,', 12))).toEqual(['one, two,', 'three']);
  expect(wrapText('alltoowide', 12, 1)).toEqual(['alltoowide']);
});
