import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AnyStateMachine,
  and,
  assign,
  cancel,
  createMachine,
  emit,
  enqueueActions,
  fromCallback,
  fromPromise,
  fromTransition,
  log,
  not,
  or,
  raise,
  sendTo,
  spawnChild,
  stateIn,
  stopChild,
} from 'xstate';
import { codeOf } from '../../tools/flows/command/scopes.ts';
import { changesBetween, definitionOf } from '../../tools/flows/diff.ts';

const machineOf = (config: object, implementations: object = {}): AnyStateMachine =>
  createMachine(config, implementations);

/** A machine with a compound state and some implementations, in which one place is filled. */
const inState = (inner: object) => machineOf({ id: 'm', initial: 'a', states: { a: inner, b: {}, c: {} } });
const inRoot = (fields: object) => machineOf({ id: 'm', initial: 'a', states: { a: {}, b: {} }, ...fields });
const onEvent = (transition: unknown) =>
  inState({ initial: 'x', states: { x: {}, y: {} }, on: { E: transition } });
const action = (value: unknown) => onEvent({ actions: value });
const guard = (value: unknown) => onEvent({ guard: value, target: 'b' });
const invoke = (config: object) => inState({ invoke: { id: 'i', src: 'load', ...config } });
const provided = (implementations: object) => machineOf({ id: 'm', entry: 'run' }, implementations);
const child = (entry: string) => createMachine({ id: 'child', entry });

/** Functions whose text is the same, and which differ in what is around them. */
const add = (amount: unknown) => () => ({ sum: amount });
const nested = (amount: number) => {
  const inner = () => amount;
  return () => inner();
};
const ring = (times: number) => void times;
const knock = (times: number) => void (times + 1);
const Ring = class Bell {
  readonly play = 1;
  sound() {
    return 1;
  }
};
const Knock = class Bell {
  readonly play = 1;
  sound() {
    return 2;
  }
};
const inheriting = (Base: typeof Ring) => class Door extends Base {};
const itself = (value: number) => {
  const list: unknown[] = [value];
  list.push(list);
  return list;
};
const quoting = (name: string) => () => `it's ${name}, isn't it`;
const betweenPatterns = (text: string) => () => 'p'.replace(/"/g, '') + text + 'q'.replace(/"/g, '');
const readingThis = (base: string) => {
  const api = {
    base,
    url: { of: () => api, get: 1 },
    read() {
      return this.base;
    },
  };
  return () => api.read();
};
const readingField = (host: string) => {
  const client = new (class Client {
    host = host;
    call() {
      return this.host;
    }
  })();
  return () => client.call();
};
/** Its parameter, its keys and its text have the names of what is around it. */
const shadowing = (count: number, rate: number, word: number) => ({
  used: () => [count, rate, word],
  action: ({ context }: { context: { count: number } }) => {
    // oxlint-disable-next-line no-shadow -- a parameter with the name of a variable around it
    const inner = ({ count }: { count: number }) => ({ rate: count, text: 'word', last: `word ${count}` });
    return inner(context);
  },
});
const aliased = (value: number) => {
  const helper = () => value;
  const alias = helper;
  return () => [helper(), alias()];
};
const send = (id: string, event: object) =>
  enqueueActions(({ enqueue }) => enqueue.sendTo(id, event as never));
const parameters = (path: string) => ({ type: 'go', params: { to: [{ path }] } });
const first = { guard: 'one', target: 'b' };
const second = { guard: 'two', target: 'c' };

const places: Readonly<Record<string, readonly [(value: never) => AnyStateMachine, unknown, unknown]>> = {
  'the id of the machine': [(id) => machineOf({ id }), 'm', 'n'],
  'the version': [(version) => inRoot({ version }), '1', '2'],
  'the context': [(context) => inRoot({ context }), { sum: 1 }, { sum: 2 }],
  'a computed context': [(context) => inRoot({ context }), add(1), add(2)],
  'the output of the machine': [(output) => inRoot({ output }), add(1), add(2)],
  'the options': [(options) => inRoot({ options }), { maxIterations: 1 }, { maxIterations: 2 }],
  'the initial state': [(initial) => inRoot({ initial }), 'a', 'b'],
  'an initial action': [(initial) => inRoot({ initial }), 'a', { target: 'a', actions: 'ring' }],
  'the type': [(type) => inRoot({ type }), 'compound', 'parallel'],
  'the order of regions': [
    (states) => machineOf({ id: 'm', type: 'parallel', states }),
    { a: {}, b: {} },
    { b: {}, a: {} },
  ],
  'a final state': [inState, {}, { type: 'final' }],
  'an empty output': [inState, { type: 'final' }, { type: 'final', output: [] }],
  'the output of a state': [inState, { type: 'final', output: add(1) }, { type: 'final', output: add(2) }],
  'the depth of a history': [
    (history) => inState({ initial: 'x', states: { x: {}, y: { type: 'history', history } } }),
    'shallow',
    'deep',
  ],
  'the target of a history': [
    (target) => inState({ initial: 'x', states: { x: {}, z: {}, y: { type: 'history', target } } }),
    'x',
    'z',
  ],
  'an id of a state': [inState, { id: 'p' }, { id: 'q' }],
  'the description': [inState, { description: 'p' }, { description: 'q' }],
  'a tag': [inState, { tags: ['p'] }, { tags: ['p', 'q'] }],
  metadata: [inState, { meta: { p: 1 } }, { meta: { p: 2 } }],
  'a route': [inState, {}, { id: 'p', route: {} }],
  'a field of a later version': [inState, {}, { later: { p: [1] } }],
  'the order of entry actions': [inState, { entry: ['p', 'q'] }, { entry: ['q', 'p'] }],
  'an exit action twice': [inState, { exit: ['p'] }, { exit: ['p', 'p'] }],
  'a target': [onEvent, 'b', 'c'],
  'two targets': [onEvent, ['b'], [{ target: ['b'] }, { target: ['c'] }]],
  'no target, or the own state': [onEvent, { actions: 'p' }, { target: 'a', actions: 'p' }],
  'the own state, or its first state': [onEvent, 'a', '.x'],
  'a reentered own state': [onEvent, { target: 'a' }, { target: 'a', reenter: true }],
  'a reentered inner state': [onEvent, { target: '.y' }, { target: '.y', reenter: true }],
  'a forbidden event': [(on) => inState({ on }), {}, { E: {} }],
  'a wildcard': [(on) => inState({ on }), { '*': 'b' }, { 'p.*': 'b' }],
  'the order of transitions': [onEvent, [first, second], [second, first]],
  'the description of a transition': [onEvent, { target: 'b' }, { target: 'b', description: 'q' }],
  'metadata of a transition': [onEvent, { target: 'b', meta: { p: 1 } }, { target: 'b', meta: { p: 2 } }],
  'a named guard': [guard, 'p', 'q'],
  'parameters of a guard': [guard, { type: 'p', params: { q: 1 } }, { type: 'p', params: { q: 2 } }],
  'computed parameters of a guard': [guard, { type: 'p', params: add(1) }, { type: 'p', params: add(2) }],
  'the code of a guard': [guard, () => true, () => false],
  'a negated guard': [guard, 'p', not('p')],
  'a combination of guards': [guard, and(['p', 'q']), or(['p', 'q'])],
  'parameters in a combination': [
    guard,
    and([{ type: 'p', params: { q: 1 } }, 'r']),
    and([{ type: 'p', params: { q: 2 } }, 'r']),
  ],
  'code in a combination': [guard, not(() => true), not(() => false)],
  'a state in a guard': [guard, stateIn('#m.a.x'), stateIn('#m.a.y')],
  'a state in a combination': [guard, not(stateIn('#m.a.x')), not(stateIn('#m.a.y'))],
  'an event that is forbidden': [(on) => inState({ on }), {}, { E: undefined }],
  'an always-transition': [
    (always) => inState({ always }),
    { guard: 'p', target: 'b' },
    { guard: 'p', target: 'c' },
  ],
  'a time': [(after) => inState({ after }), { 100: 'b' }, { 200: 'b' }],
  'a named delay': [(after) => inState({ after }), { p: 'b' }, { q: 'b' }],
  'the end of inner states': [
    (onDone) => inState({ initial: 'x', states: { x: { type: 'final' } }, onDone }),
    'b',
    'c',
  ],
  'an action': [action, ['p', 'q'], ['p']],
  'the order of actions': [action, ['p', 'q'], ['q', 'p']],
  'parameters of an action': [action, parameters('/'), parameters('/home')],
  'computed parameters of an action': [action, { type: 'p', params: add(1) }, { type: 'p', params: add(2) }],
  'the code of an action': [action, () => 'p', () => 'q'],
  'an assigned value': [action, assign({ p: 1 }), assign({ p: 2 })],
  'a computed value': [action, assign({ p: add(1) }), assign({ p: add(2) })],
  'an assignment': [action, assign(add(1)), assign(add(2))],
  'a raised event': [action, raise({ type: 'p' }), raise({ type: 'q' })],
  'a delayed event': [action, raise({ type: 'p' }, { delay: 1 }), raise({ type: 'p' }, { delay: 2 })],
  'a recipient': [action, sendTo('p', { type: 'r' }), sendTo('q', { type: 'r' })],
  'a sent event': [action, sendTo('p', { type: 'r' }), sendTo('p', { type: 's' })],
  'an emitted event': [action, emit({ type: 'p' }), emit({ type: 'q' })],
  'a cancelled event': [action, cancel('p'), cancel('q')],
  'a logged text': [action, log('p'), log('q')],
  'a stopped actor': [action, stopChild('p'), stopChild('q')],
  'a spawned actor': [action, spawnChild('p' as never), spawnChild('q' as never)],
  'the input of a spawned actor': [
    action,
    spawnChild('p' as never, { input: 1 }),
    spawnChild('p' as never, { input: 2 }),
  ],
  'arguments of a creator of actions': [action, send('p', { type: 'r' }), send('p', { type: 's' })],
  'the source of an actor': [invoke, {}, { src: 'other' }],
  'the id of an actor': [invoke, {}, { id: 'j' }],
  'the system id of an actor': [invoke, {}, { systemId: 'p' }],
  'the input of an actor': [invoke, { input: { p: 1 } }, { input: { p: 2 } }],
  'the computed input of an actor': [invoke, { input: add(1) }, { input: add(2) }],
  'the snapshots of an actor': [invoke, {}, { onSnapshot: { actions: 'p' } }],
  'the end of an actor': [invoke, { onDone: 'b' }, { onDone: 'c' }],
  'the failure of an actor': [invoke, { onError: 'b' }, { onError: { target: 'b', actions: 'p' } }],
  'the order of actors': [
    (actors) => inState({ invoke: actors }),
    [{ src: 'p' }, { src: 'q' }],
    [{ src: 'q' }, { src: 'p' }],
  ],
  'the code of a promise': [
    invoke,
    { src: fromPromise(add(1) as never) },
    { src: fromPromise(add(2) as never) },
  ],
  'the code of a callback': [
    invoke,
    { src: fromCallback(() => () => 1) },
    { src: fromCallback(() => () => 2) },
  ],
  'the start of a reducer': [
    invoke,
    { src: fromTransition((state) => state, 1) },
    { src: fromTransition((state) => state, 2) },
  ],
  'a machine inside': [invoke, { src: child('p') }, { src: child('q') }],
  'an action that is not used': [provided, {}, { actions: { p: () => 1 } }],
  'a guard that is not used': [provided, {}, { guards: { p: () => true } }],
  'an actor that is not used': [provided, {}, { actors: { p: fromPromise(nested(1) as never) } }],
  'a delay that is not used': [provided, {}, { delays: { p: 1 } }],
  'the code of a named action': [provided, { actions: { run: () => 1 } }, { actions: { run: () => 2 } }],
  'the code of a guard that is not used': [
    provided,
    { guards: { p: not('q') } },
    { guards: { p: and(['q']) } },
  ],
  'a delay': [provided, { delays: { p: 1 } }, { delays: { p: 2 } }],
  'a computed delay': [provided, { delays: { p: add(1) } }, { delays: { p: add(2) } }],
  'a machine as an actor': [provided, { actors: { p: child('p') } }, { actors: { p: child('q') } }],
  'a function that a function calls': [action, nested(1), nested(2)],
  'a function that is repeated': [
    action,
    [nested, add, nested].map((each) => ({ type: 'p', params: each })),
    [nested, add, add].map((each) => ({ type: 'p', params: each })),
  ],
  'a value that is repeated': [action, add([nested, add, nested]), add([nested, add, add])],
  'code between comments': [
    action,
    () => {
      /* p */ return 1; /* q */
    },
    () => {
      /* p */ return 2; /* q */
    },
  ],
  'a value that contains itself': [action, add(itself(1)), add(itself(2))],
  'a constant in a text': [action, quoting('p'), quoting('q')],
  'a constant between patterns': [action, betweenPatterns('p'), betweenPatterns('q')],
  'what a method reads': [action, readingThis('p'), readingThis('q')],
  'what a method of a class reads': [action, readingField('p'), readingField('q')],
  'a line of a text': [
    action,
    () => `p
// q

r`,
    () => `p
// s

r`,
  ],
  'an empty line of a text': [
    action,
    () => `p

q`,
    () => `p
q`,
  ],
  'a bound argument': [action, ring.bind(null, 1), ring.bind(null, 2)],
  'a bound function': [action, ring.bind(null, 1), knock.bind(null, 1)],
  'a method': [action, add(new Ring()), add(new Knock())],
  'an inherited method': [action, add(new (inheriting(Ring))()), add(new (inheriting(Knock))())],
  'a function of the language': [action, add(Math.max), add(Math.min)],
  'a symbol': [action, add(Symbol('p')), add(Symbol('q'))],
  'spaces in a text': [action, () => 'p q', () => 'p  q'],
  'a number that is none': [action, add(null), add(Number.NaN)],
  'an undefined value': [action, add(null), add(undefined)],
  'a large number': [action, add(1n), add(2n)],
  'a date': [action, add(new Date(1)), add(new Date(2))],
  'a pattern': [action, add(/p/), add(/q/)],
  'a map': [action, add(new Map([['p', 1]])), add(new Map([['p', 2]]))],
  'a set': [action, add(new Set([1])), add(new Set([2]))],
};

const differences = (before: AnyStateMachine, after: AnyStateMachine): string =>
  changesBetween(definitionOf(before, codeOf), definitionOf(after, codeOf));

test('a machine inside another is only named if it is compared on its own, as far as it is the same', () => {
  const run = (value: number) => ({ actions: { p: () => value } });
  const differencesInside = (isProvided: boolean) => {
    const [before, after] = [nested(1), nested(2)].map((entry) => {
      const inner = machineOf({ id: 'inner', entry }, run(1));
      const compared = new Map([[inner.config, inner.implementations]]);
      const src = isProvided ? inner.provide(run(entry())) : inner;
      return definitionOf(inState({ invoke: { id: 'i', src } }), codeOf, compared);
    });
    return before && after ? changesBetween(before, after) : null;
  };
  expect(differencesInside(false)).toBe('');
  expect(differencesInside(true)).toContain('- 1\n+ 2');
});

describe('each place of a machine', () => {
  test.each(Object.entries(places))('%s is compared', (_name, [fill, one, other]) => {
    const machine = (value: unknown) => fill(value as never);
    expect(differences(machine(one), machine(one))).toBe('');
    expect(differences(machine(one), machine(other))).not.toBe('');
    expect(differences(machine(other), machine(one))).not.toBe('');
  });
});

describe('a change is named once', () => {
  const lines = (before: AnyStateMachine, after: AnyStateMachine) =>
    differences(before, after)
      .split('\n')
      .filter((line) => /^\s*(?:±|[-+] )|^\S.*:$/.test(line));
  const after = (delay: number) => inState({ after: { [delay]: { target: 'b', guard: 'small' } } });
  const promise = (creator: () => Promise<number>) => provided({ actors: { load: fromPromise(creator) } });
  const raising = (delay: string) =>
    machineOf(
      {
        id: 'm',
        initial: 'a',
        states: {
          a: { entry: raise({ type: 'E' }, { delay } as never), after: { short: 'b', long: 'b' } },
          b: {},
        },
      },
      { delays: { short: 1, long: 2 } },
    );
  test.each<[string, AnyStateMachine, AnyStateMachine]>([
    ['a number of milliseconds', after(2000), after(3000)],
    ['the code of a promise', promise(async () => 1), promise(async () => 2)],
    ['a function with two names', action(aliased(1)), action(aliased(2))],
    ['the name of a delay', raising('short'), raising('long')],
    ['a call with 0', action((n: number) => Math.max(0, n) + 1), action((n: number) => Math.max(0, n) + 2)],
  ])('%s', (_name, before, now) => {
    expect(lines(before, now)).toMatchSnapshot();
  });

  test('and what only has the name of what has changed is none', () => {
    const [before, now] = [shadowing(1, 2, 3), shadowing(4, 5, 6)];
    expect(before.used()).not.toEqual(now.used());
    expect(differences(action(before.action), action(now.action))).toBe('');
  });
});

const names = ['p', 'q', 'r'] as const;
const name = fc.constantFrom(...names);
const transition = fc.record({
  target: fc.option(name, { nil: undefined }),
  guard: fc.option(
    fc.oneof(
      name,
      name.map((each) => not(each)),
    ),
    { nil: undefined },
  ),
  reenter: fc.boolean(),
  actions: fc.array(
    fc.oneof(
      name,
      fc.record({ type: name, params: fc.nat(3) }),
      fc.nat(3).map((n) => assign({ n })),
    ),
    {
      maxLength: 3,
    },
  ),
});
const state = fc.record({
  entry: fc.array(name, { maxLength: 2 }),
  tags: fc.subarray([...names]),
  on: fc.dictionary(name, fc.array(transition, { minLength: 1, maxLength: 3 })),
  after: fc.dictionary(fc.constantFrom('1', '2', 'p'), fc.array(transition, { minLength: 1, maxLength: 2 })),
});
const machine = fc.record({ p: state, q: state, r: state });

/** The order of events and tags does not count. XState's creators return functions with fields. */
const asText = (value: object): string =>
  JSON.stringify(
    Array.isArray(value) ? value : Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    (_key, each: unknown) => (typeof each === 'function' ? Object.entries(each) : each),
  );

test('a field of another machine is a difference, exactly if it has another value', () => {
  fc.assert(
    fc.property(
      machine,
      machine,
      name,
      fc.constantFrom('entry', 'tags', 'on', 'after'),
      (before, other, at, field) => {
        const [was, is] = [before[at][field], other[at][field]];
        const after = { ...before, [at]: { ...before[at], [field]: is } };
        const [one, two] = [before, after].map((states) => machineOf({ id: 'm', initial: 'p', states }));
        expect(differences(one as AnyStateMachine, two as AnyStateMachine) === '').toBe(
          asText(was) === asText(is),
        );
      },
    ),
    { numRuns: 60 },
  );
});
