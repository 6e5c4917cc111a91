import { fromCallback, setup } from 'xstate';
import { defineFlow } from './flow.ts';

/** The browser is offline, or online again. */
export type ConnectionEvent = { type: 'connection.lost' } | { type: 'connection.restored' };

/** The online state of the browser. Only a call shows whether the server can be reached. */
export const connectionMachine = setup({
  types: { events: {} as ConnectionEvent },
  actors: {
    watchConnection: fromCallback<ConnectionEvent>(() => {
      throw new Error('watchConnection is not provided');
    }),
  },
}).createMachine({
  id: 'connection',
  invoke: {
    id: 'watchConnection',
    src: 'watchConnection',
    // A browser without this API counts as online.
    onError: '.online',
  },
  initial: 'online',
  on: { 'connection.lost': '.offline', 'connection.restored': '.online' },
  states: { online: {}, offline: {} },
});

interface Needs {
  readonly connection: {
    /** Emits when the browser goes offline or online, and at once when it is offline; returns the function that stops it. */
    watch(emit: (event: ConnectionEvent) => void): () => void;
  };
}

export const connectionFlow = defineFlow({
  id: 'connection',
  machine: connectionMachine,
  whenSessionEnds: 'kept',
  needs: ['connection'],
  provide: (machine, { connection }: Needs) =>
    machine.provide({
      actors: { watchConnection: fromCallback(({ sendBack }) => connection.watch(sendBack)) },
    }),
});
