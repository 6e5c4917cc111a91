import { expect, test } from 'vitest';
import { type AnyStateMachine, assign, createMachine, fromPromise, raise } from 'xstate';
import { structuralPaths } from '../../tools/flows/structuralPaths.ts';

interface Args {
  readonly context: { readonly items: readonly string[] };
  readonly event: { readonly item: string };
}

/** Everything of it would fail if it ran: its context, guards and actions need what no path knows. */
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
      always: { guard: ({ context }: Args) => context.items.length === 0, target: 'open' },
    },
    paid: { type: 'final' },
    forgotten: {},
  },
};
const machine = createMachine(
  config as never,
  {
    guards: {
      isFull: ({ context }: Args) => context.items.length > 9,
      isNew: ({ event }: Args) => event.item.length > 0,
    },
  } as never,
) as AnyStateMachine;

test('a machine is walked by its structure alone, its guards answered both ways, and what nothing leads to is named', () => {
  const { paths, missing } = structuralPaths(machine);
  expect(missing).toEqual(['basket.forgotten']);
  expect(paths.length).toBeLessThan(9);
});
