import { assertEvent, assign, emit, fromPromise, setup } from 'xstate';
import { type Failure, failureOf } from './failure.ts';
import { defineFlow } from './flow.ts';
import type { ShowToast } from './notifierEvents.ts';
import { sendToFlow } from './system.ts';
import { dataChanged, type Topic } from './topics.ts';

interface CommandContext<Input> {
  /** What is sent, or was last sent successfully; null after a failure. */
  input: Input | null;
  failure: Failure | null;
}

type CommandEvent<Input> =
  | { type: 'command.sent'; input: Input }
  /** The page that shows the result is left. */
  | { type: 'command.left' };

interface CommandDefinition<Input> {
  /** The topics that the command changes on the server: flows that show one of them load it again. */
  readonly changes: readonly Topic[];
  readonly doneToast: (input: Input) => ShowToast;
  /**
   * The server refuses the command because nothing is left to do: the lists are loaded again without a toast.
   */
  readonly isDoneAlready: (failure: Failure) => boolean;
}

/** A change that one button makes, such as leaving a list. Its result is shown where the data about it is loaded again. */
export function commandMachine<Input>(
  id: string,
  { changes, doneToast, isDoneAlready }: CommandDefinition<Input>,
) {
  return setup({
    types: {
      context: {} as CommandContext<Input>,
      events: {} as CommandEvent<Input>,
      /** The command's button disappears. */
      emitted: {} as { type: 'done' },
      tags: {} as 'busy',
    },
    actors: {
      send: fromPromise<void, { input: Input }>(() => Promise.reject(new Error('send is not provided'))),
    },
    guards: {
      isDoneAlready: (_, { error }: { error: unknown }) => isDoneAlready(failureOf(error)),
    },
    actions: {
      setInput: assign((_, { input }: { input: Input }) => ({ input, failure: null })),
      setFailure: assign((_, { error }: { error: unknown }) => ({ input: null, failure: failureOf(error) })),
      clear: assign({ input: null, failure: null }),
      announceChange: sendToFlow('root', dataChanged(...changes)),
      showDoneToast: sendToFlow('notifier', ({ context }) => doneToast(context.input as Input)),
      emitDone: emit({ type: 'done' }),
    },
  }).createMachine({
    id,
    context: { input: null, failure: null },
    initial: 'idle',
    states: {
      idle: {
        on: {
          'command.sent': { target: 'sending', actions: { type: 'setInput', params: ({ event }) => event } },
          'command.left': { actions: 'clear' },
        },
      },
      sending: {
        description: 'A second press is ignored',
        tags: ['busy'],
        invoke: {
          id: 'send',
          src: 'send',
          input: ({ event }) => {
            assertEvent(event, 'command.sent');
            return { input: event.input };
          },
          onDone: { target: 'idle', actions: ['showDoneToast', 'announceChange', 'emitDone'] },
          onError: [
            {
              guard: { type: 'isDoneAlready', params: ({ event }) => event },
              target: 'idle',
              actions: ['announceChange', 'emitDone'],
            },
            { target: 'idle', actions: { type: 'setFailure', params: ({ event }) => event } },
          ],
        },
        on: {
          'command.left': {
            description: 'The server completes the call, so the data is loaded again',
            target: 'idle',
            actions: ['clear', 'announceChange'],
          },
        },
      },
    },
  });
}

/** A flow that is only a command. `send` makes the change with the effects. */
export function commandFlow<const Id extends string, Input, Needs>(
  id: Id,
  { needs, ...definition }: CommandDefinition<Input> & { readonly needs: readonly (keyof Needs & string)[] },
  send: (effects: Needs, input: Input) => Promise<void>,
) {
  const machine = commandMachine<Input>(id, definition);
  return defineFlow<Id, typeof machine, Needs>({
    id,
    machine,
    whenSessionEnds: 'cleared',
    needs,
    provide: (unprovided, effects) =>
      unprovided.provide({ actors: { send: fromPromise(({ input }) => send(effects, input.input)) } }),
  });
}
