import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, assign, createMachine, enqueueActions, fromPromise, or, raise } from 'xstate';
import { structuralPaths } from '../../tools/flows/structuralPaths.ts';

interface GuardArgs {
  readonly context: { readonly items: readonly string[] };
  readonly event: { readonly item: string };
}

/** Running this machine fails, because its context, guards and actions need an input and event data that no path has. */
const config = {
  id: 'basket',
  context: ({ input }: { input: { items: string[] } }) => ({ items: input.items }),
  initial: 'open',
  states: {
    open: {
      on: {
        ADD: [
          { guard: 'isFull', target: 'full' },
          {
            guard: 'isNew',
            actions: assign({ items: ({ event }) => [(event as unknown as { item: string }).item.trim()] }),
          },
        ],
        PAY: { target: 'paying', actions: raise({ type: 'BEEP' }) },
      },
    },
    full: { on: { '*': 'open' } },
    paying: {
      invoke: {
        src: fromPromise(() => Promise.reject(new Error('it ran'))),
        onDone: 'paid',
        onError: 'open',
      },
      after: { 60_000: 'open' },
      on: { BEEP: { actions: 'ring' } },
      always: { guard: ({ context }: GuardArgs) => context.items.length === 0, target: 'open' },
    },
    paid: { type: 'final' },
    forgotten: {},
  },
};
const machine = createMachine(
  config as never,
  {
    guards: {
      isFull: ({ context }: GuardArgs) => context.items.length > 9,
      isNew: ({ event }: GuardArgs) => event.item.length > 0,
    },
  } as never,
) as AnyStateMachine;

test('states and events may be called like the parts of a configuration', () => {
  const named = createMachine({
    id: 'odd',
    initial: 'entry',
    states: {
      entry: { on: { guard: 'input', output: { target: 'src', actions: 'unknown' } } },
      input: {},
      src: { type: 'final', output: () => raise({ type: 'never' }) },
    },
  } as never) as AnyStateMachine;
  const { states, transitions, missing } = structuralPaths(named);
  expect({ states, transitions, missing }).toEqual({ states: 3, transitions: 2, missing: [] });
});

test('structural paths run no code of the machine, try its guards with both results, and report unreachable states', () => {
  const { paths, missing } = structuralPaths(machine);
  expect(missing).toEqual(['basket.forgotten']);
  expect(paths.length).toBeLessThan(9);
});

describe('a guard', () => {
  const gate = (ready: object, actions: readonly unknown[] = [], event = 'always'): AnyStateMachine => {
    const transitions = [{ guard: ready, target: 'open' }, { target: 'stuck' }];
    return createMachine(
      {
        id: 'gate',
        initial: 'shut',
        states: {
          shut: { on: { PUSH: { guard: 'isReady', target: 'moving', actions } } },
          moving: event === 'always' ? { always: transitions } : { on: { [event]: transitions } },
          open: {},
          stuck: {},
        },
      } as never,
      { guards: { isReady: () => true, isLate: () => true } },
    ) as AnyStateMachine;
  };
  const stuck = ['gate.stuck', 'gate.moving --always[1]--> gate.stuck'];
  const isOver = { type: 'isOver', params: { after: 3 } };

  test.each([
    ['of the same name', 'isReady' as never],
    ['in a combination', or(['isReady', 'isLate'])],
    ['of the same name and parameters', { type: 'isReady' }],
  ])('%s has one result in one step, and what needs another is reported', (_case, guard) => {
    expect(structuralPaths(gate(guard)).missing).toEqual(stuck);
  });

  test.each([
    ['has other parameters', gate({ type: 'isReady', params: { twice: true } })],
    ['is asked after an assignment', gate('isReady' as never, [assign({})])],
    ['is asked after an action that may assign', gate('isReady' as never, [enqueueActions(() => undefined)])],
    ['is asked after an action that is provided elsewhere', gate('isReady' as never, ['prepare'])],
    ['is asked with a raised event', gate('isReady' as never, [raise({ type: 'BEEP' })], 'BEEP')],
  ])('that %s may have another result', (_case, given) => {
    expect(structuralPaths(given).missing).toEqual([]);
  });

  test('with parameters is asked once for each of them', () => {
    const given = createMachine({
      id: 'timer',
      initial: 'on',
      states: {
        on: {
          on: {
            TICK: [
              { guard: isOver, target: 'off' },
              { guard: { ...isOver }, target: 'broken' },
            ],
          },
        },
        off: {},
        broken: {},
      },
    } as never) as AnyStateMachine;
    expect(structuralPaths(given).missing).toEqual(['timer.broken', 'timer.on --TICK[1]--> timer.broken']);
  });
});

test('a failure that only a guarded transition handles is explored with the guard that passes', () => {
  const call = createMachine({
    id: 'call',
    initial: 'calling',
    states: {
      calling: { invoke: { id: 'send', src: 'send', onError: { guard: 'mayRetry', target: 'waiting' } } },
      waiting: { after: { 1_000: 'calling' } },
    },
  } as never) as AnyStateMachine;
  expect(structuralPaths(call).missing).toEqual([]);
});

test('a transition that may repeat with every assignment is explored once', () => {
  const counter = createMachine({
    id: 'counter',
    initial: 'counting',
    states: {
      counting: {
        always: [
          { guard: 'isDone', target: 'done' },
          { guard: 'hasMore', actions: assign({}) },
        ],
        on: Object.fromEntries(['A', 'B', 'C', 'D'].map((type) => [type, { actions: assign({}) }])),
      },
      done: {},
    },
  } as never) as AnyStateMachine;
  const { missing, paths } = structuralPaths(counter);
  expect(missing).toEqual([]);
  expect(paths.length).toBeLessThan(8);
});
