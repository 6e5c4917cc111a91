import { assertEvent, assign, emit, fromPromise, setup } from 'xstate';
import type { Device } from '../../../contract/account/account.ts';
import type { Redacted } from '../../../domain/text/redacted.ts';
import type { DevicesEvent } from './events.ts';
import { type Failure, failureOf } from '../../engine/failure.ts';
import { defineFlow } from '../../engine/flow.ts';
import { sendToFlow, toast } from '../../engine/system.ts';

interface DevicesContext {
  devices: readonly Device[];
  failure: Failure | null;
  /** The id of the device that is being signed out; null when all other devices are. */
  signingOutId: string | null;
}

/** The devices on which the user is signed in, and signing them out. */
export const devicesMachine = setup({
  types: {
    context: {} as DevicesContext,
    events: {} as DevicesEvent,
    /** A device was signed out, and its button disappears. */
    emitted: {} as { type: 'signedOut' },
    tags: {} as 'busy',
  },
  actors: {
    load: fromPromise<readonly Device[]>(() => Promise.reject(new Error('load is not provided'))),
    signOut: fromPromise<void, { id: string | null; code: Redacted<string> }>(() =>
      Promise.reject(new Error('signOut is not provided')),
    ),
  },
  guards: {
    /** The device was signed out elsewhere, or its session has expired. */
    isGone: (_, { error }: { error: unknown }) => failureOf(error).status === 404,
  },
  actions: {
    clear: assign({ devices: [], failure: null }),
    clearFailure: assign({ failure: null }),
    setSigningOutId: assign((_, { id }: { id: string | null }) => ({ signingOutId: id })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    emitSignedOut: emit({ type: 'signedOut' }),
    showSignedOutToast: sendToFlow('notifier', ({ context }) =>
      toast(
        'success',
        context.signingOutId === null ? 'Signed out of all other devices' : 'Signed out of that device',
        { topic: 'account' },
      ),
    ),
  },
}).createMachine({
  id: 'devices',
  context: { devices: [], failure: null, signingOutId: null },
  initial: 'hidden',
  on: { 'devices.left': { target: '.hidden', actions: 'clear' } },
  states: {
    hidden: { on: { 'devices.shown': 'loading' } },
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'load',
        src: 'load',
        onDone: {
          target: 'listed',
          actions: assign({ devices: ({ event }) => event.output, failure: null }),
        },
        onError: { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => event } },
      },
    },
    failed: { on: { 'devices.retried': 'loading', 'app.resumed': 'loading', 'data.outdated': 'loading' } },
    listed: {
      on: {
        'data.outdated': 'loading',
        'devices.signOutPressed': {
          target: 'signingOut',
          actions: [{ type: 'setSigningOutId', params: ({ event }) => event }, 'clearFailure'],
        },
      },
    },
    signingOut: {
      description: 'A second press is ignored',
      tags: ['busy'],
      invoke: {
        id: 'signOut',
        src: 'signOut',
        input: ({ event }) => {
          assertEvent(event, 'devices.signOutPressed');
          return { id: event.id, code: event.code };
        },
        onDone: { target: 'loading', actions: ['showSignedOutToast', 'emitSignedOut'] },
        onError: [
          {
            guard: { type: 'isGone', params: ({ event }) => event },
            target: 'loading',
            actions: 'emitSignedOut',
          },
          { target: 'listed', actions: { type: 'setFailure', params: ({ event }) => event } },
        ],
      },
    },
  },
});

interface Needs {
  readonly account: {
    devices(signal: AbortSignal): Promise<readonly Device[]>;
    /** Signs out one device, or with null all devices except the present one. `code`: of the second factor, or ''. */
    signOutDevice(id: string | null, code: string): Promise<void>;
  };
}

export const devicesFlow = defineFlow({
  id: 'devices',
  machine: devicesMachine,
  whenSessionEnds: 'cleared',
  shows: ['devices'],
  needs: ['account'],
  provide: (machine, { account }: Needs) =>
    machine.provide({
      actors: {
        load: fromPromise(({ signal }) => account.devices(signal)),
        signOut: fromPromise(({ input }) => account.signOutDevice(input.id, input.code.reveal())),
      },
    }),
});
