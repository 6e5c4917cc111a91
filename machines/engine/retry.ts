import {
  type ActorLogic,
  type AnyEventObject,
  assign,
  fromPromise,
  type NonReducibleUnknown,
  type PromiseActorLogic,
  setup,
  type Snapshot,
} from 'xstate';
import { backOff } from '../../domain/time/backOff.ts';
import { failureOf } from './failure.ts';

/** How many times a call is made before it fails. */
const MAX_CALLS = 4;
/** The pause before the second call. It doubles with each call. */
const RETRY_FIRST_MS = 2_000;

/**
 * A call that is repeated after transient failures. The result of the call is the output of the machine. Any other failure, and
 * the last transient one, is the machine's failure, which its parent handles.
 */
export const retryMachine = setup({
  types: { context: {} as { input: NonReducibleUnknown; failures: number } },
  actors: {
    call: fromPromise<unknown>(() => Promise.reject(new Error('call is not provided'))),
  },
  delays: { beforeRetry: ({ context }) => backOff(context.failures, RETRY_FIRST_MS) },
  guards: {
    mayRetry: ({ context }, { error }: { error: unknown }) =>
      context.failures + 1 < MAX_CALLS && failureOf(error).isTransient,
  },
  actions: { countFailure: assign({ failures: ({ context }) => context.failures + 1 }) },
}).createMachine({
  id: 'retry',
  context: ({ input }) => ({ input, failures: 0 }),
  initial: 'calling',
  output: ({ event }) => event.output,
  states: {
    calling: {
      invoke: {
        id: 'call',
        src: 'call',
        input: ({ context }) => context.input,
        onDone: 'succeeded',
        // If no transition handles the failure, XState ends the machine with it.
        onError: {
          guard: { type: 'mayRetry', params: ({ event }) => event },
          target: 'waiting',
          actions: 'countFailure',
        },
      },
    },
    waiting: { after: { beforeRetry: 'calling' } },
    succeeded: { type: 'final', output: ({ event }) => event.output },
  },
});

/** A machine invokes it like the call itself; see `retryMachine` for its failures. */
export const retrying = <Output, Input extends NonReducibleUnknown>(
  call: PromiseActorLogic<Output, Input>,
): ActorLogic<Snapshot<Output>, AnyEventObject, Input> =>
  // The machine passes input and output through unchanged, so their types are those of the call.
  retryMachine.provide({ actors: { call: call as never } }) as never;
