import { describe, expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { and, not, raise, setup, spawnChild } from 'xstate';
import { models } from './models.ts';
import { lintMachine } from '../../tools/flows/lint.ts';

describe.each(Object.entries(models))('%s', (_name, { machine, mayFail }) => {
  test('refers only to names that exist, and every invoke has an id and an onError', () => {
    expect(lintMachine(machine, { house: true, mayFail })).toEqual([]);
  });
});

describe('the lint of a machine', () => {
  const lintOf = (config: object): string[] =>
    lintMachine(
      setup({
        guards: { known: () => true },
        actions: { known: () => {} },
        delays: { tooLong: 2 ** 31 },
      }).createMachine({
        id: 'faulty',
        initial: 'a',
        states: { a: {} },
        ...config,
      } as never) as unknown as AnyStateMachine,
      { house: true },
    );
  const always = (...transitions: unknown[]) => ({ states: { a: { always: transitions }, b: {} } });

  test.each<[string, object, string]>([
    ['an unknown delay', { states: { a: { after: { later: 'a' } } } }, "faulty.a: unknown delay 'later'"],
    [
      'an unknown delay of an action',
      { on: { GO: { actions: raise({ type: 'LATER' }, { delay: 'later' as never }) } } },
      "faulty on GO: unknown delay 'later'",
    ],
    ['an unknown guard', { on: { GO: { guard: 'no', target: '.a' } } }, "faulty on GO: unknown guard 'no'"],
    [
      'an unknown guard inside another',
      { on: { GO: { guard: and(['known', not('no')]), target: '.a' } } },
      "faulty on GO: unknown guard 'no'",
    ],
    [
      'a guard without a name',
      { on: { GO: { guard: () => true, target: '.a' } } },
      'faulty on GO: a guard without a name',
    ],
    ['an unknown action', { states: { a: { entry: 'no' } } }, "faulty.a: unknown action 'no'"],
    [
      'an unknown action of a transition',
      { on: { GO: { actions: ['known', 'no'] } } },
      "faulty on GO: unknown action 'no'",
    ],
    [
      'an unknown actor',
      { states: { a: { invoke: { id: 'x', src: 'no', onError: 'a' } } } },
      "faulty.a: unknown actor 'no'",
    ],
    ['an unknown spawned actor', { entry: spawnChild('no' as never) }, "faulty: unknown actor 'no'"],
    [
      'an invoke without id',
      { states: { a: { invoke: { src: 'no', onError: 'a' } } } },
      'faulty.a: the invoke of no has no id',
    ],
    [
      'an invoke without onError',
      { states: { a: { invoke: { id: 'x', src: 'no' } } } },
      'faulty.a: the invoke of no has no onError',
    ],
    [
      'an invoke with failures that nothing handles',
      { states: { a: { invoke: { id: 'x', src: 'no', onError: { guard: 'known', target: 'a' } } } } },
      'faulty.a: not every failure of no is handled',
    ],
    [
      'a named delay beyond the timer limit',
      { states: { a: { after: { tooLong: 'a' } } } },
      "faulty.a: delay 'tooLong' is beyond the timer limit",
    ],
    [
      'a plain delay beyond the timer limit',
      { states: { a: { after: { [2 ** 31]: 'a' } } } },
      "faulty.a: delay '2147483648' is beyond the timer limit",
    ],
    ['an unknown initial state', { initial: 'nowhere', states: { a: {} } }, 'nowhere'],
    [
      'a state that nothing leads to',
      { states: { a: {}, island: { on: { GO: 'a' } } } },
      'faulty.island: no transition leads to this state',
    ],
    [
      'a state that only another such state leads to',
      { states: { a: {}, b: { on: { GO: 'c' } }, c: { on: { GO: 'b' } } } },
      'faulty.c: no transition leads to this state',
    ],
    [
      'a state that only a transition leads to that is never taken',
      { states: { a: { always: 'b', on: { GO: 'c' } }, b: {}, c: {} } },
      'faulty.c: no transition leads to this state',
    ],
    [
      'a transition after one without a guard',
      always('b', { guard: 'known', target: 'b' }),
      'faulty.a on always: transition 2 follows one without a guard',
    ],
    [
      'an event in a state that is always left before the event',
      { states: { a: { always: 'b', on: { GO: 'b' } }, b: {} } },
      'faulty.a on GO: the state is always left earlier',
    ],
    [
      'an onDone that never happens',
      { states: { a: { initial: 'c', states: { c: {} }, onDone: 'b' }, b: {} } },
      'faulty.a on xstate.done.state.faulty.a: no inner state is final',
    ],
    [
      'an event that every child state handles first',
      {
        states: {
          a: {
            initial: 'c',
            on: { GO: 'b' },
            states: {
              c: { on: { GO: 'd' } },
              d: { initial: 'e', states: { e: { on: { '*': {} } } } },
              f: { always: 'c' },
            },
          },
          b: {},
        },
      },
      'faulty.a on GO: the inner states always handle it first',
    ],
    [
      'an event that one region always handles first',
      {
        states: {
          a: {
            type: 'parallel',
            on: { 'order.paid': 'b' },
            states: { one: {}, other: { on: { 'order.*': {} } } },
          },
          b: {},
        },
      },
      'faulty.a on order.paid: the inner states always handle it first',
    ],
  ])('finds %s', (_case, config, problem) => {
    let errors: string[];
    try {
      errors = lintOf(config);
    } catch (error) {
      errors = [String(error)];
    }
    expect(errors.join('\n')).toContain(problem);
  });

  test('accepts states that are reached by an initial state, a region, a history, a delay or a done event', () => {
    const sound = {
      initial: 'a',
      on: { BACK: '.c.before' },
      states: {
        a: { always: [{ guard: 'known', target: 'b' }], after: { 10: 'b' } },
        b: { type: 'parallel', states: { left: { type: 'final' }, right: { type: 'final' } }, onDone: 'c' },
        c: { initial: 'd', states: { d: { on: { GO: 'e' } }, e: {}, before: { type: 'history' } } },
      },
    };
    const nested = {
      states: {
        a: { initial: 'c', states: { c: { on: { END: 'f' } }, f: { type: 'final' } }, onDone: 'b' },
        b: {},
      },
    };
    // An event reaches the parent state when a child handles it only under a guard, or when one child does not handle it.
    const shared = {
      states: {
        a: {
          initial: 'c',
          on: { GO: 'b', STAY: 'b', LATER: 'b' },
          states: {
            c: { on: { GO: { guard: 'known', target: 'd' }, STAY: 'd', 'STAYING.*': 'd', LATER: {} } },
            d: { on: { GO: 'c', LATER: { guard: 'known' } } },
          },
        },
        b: {},
      },
    };
    expect(lintOf(shared)).toEqual([]);
    expect(lintOf(sound)).toEqual([]);
    expect(lintOf(nested)).toEqual([]);
  });
});
