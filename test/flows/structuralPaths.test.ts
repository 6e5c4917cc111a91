import { expect, test } from 'vitest';
import { type AnyStateMachine, assign, createMachine, fromPromise, raise } from 'xstate';
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

test('structural paths run no code of the machine, try its guards with both results, and report unreachable states', () => {
  const { paths, missing } = structuralPaths(machine);
  expect(missing).toEqual(['basket.forgotten']);
  expect(paths.length).toBeLessThan(9);
});
