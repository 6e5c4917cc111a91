import { describe, expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { setup } from 'xstate';
import { models } from './models.ts';
import { lintMachine } from './lintMachine.ts';

describe.each(Object.entries(models))('%s', (_name, { machine }) => {
  test('names only what exists, and every invoke has an id and an onError', () => {
    expect(lintMachine(machine)).toEqual([]);
  });
});

describe('the lint of a machine', () => {
  const faulty = (config: object): string[] =>
    lintMachine(
      setup({ guards: { known: () => true }, delays: { tooLong: 2 ** 31 } }).createMachine({
        id: 'faulty',
        initial: 'a',
        states: { a: {} },
        ...config,
      } as never) as unknown as AnyStateMachine,
    );

  test.each([
    ['an unknown delay', { states: { a: { after: { later: 'a' } } } }, "unknown delay 'later'"],
    ['an unknown guard', { on: { GO: { guard: 'no', target: '.a' } } }, "unknown guard 'no'"],
    ['an unknown action', { states: { a: { entry: 'no' } } }, "unknown action 'no'"],
    [
      'an unknown actor',
      { states: { a: { invoke: { id: 'x', src: 'no', onError: 'a' } } } },
      "unknown actor 'no'",
    ],
    ['an invoke without id', { states: { a: { invoke: { src: 'no', onError: 'a' } } } }, 'has no id'],
    ['an invoke without onError', { states: { a: { invoke: { id: 'x', src: 'no' } } } }, 'has no onError'],
    [
      'a delay beyond the timer limit',
      { states: { a: { after: { tooLong: 'a' } } } },
      'beyond the timer limit',
    ],
    ['an unknown initial state', { initial: 'nowhere', states: { a: {} } }, 'nowhere'],
  ])('finds %s', (_what, config, problem) => {
    let problems: string[];
    try {
      problems = faulty(config);
    } catch (error) {
      problems = [String(error)];
    }
    expect(problems.join('\n')).toContain(problem);
  });
});
