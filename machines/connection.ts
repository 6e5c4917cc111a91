import { fromCallback, setup } from 'xstate';
import { defineFlow } from './flow.ts';

export type ConnectionEvent =
  /** The browser has no network at all. */
  | { type: 'connection.lost' }
  /** It has one again. */
  | { type: 'connection.restored' };

/** Whether the browser says that it has a network; whether the server can be reached only a call can tell. */
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
    // A browser that does not tell counts as one that has a network.
    onError: '.online',
  },
  initial: 'online',
  on: { 'connection.lost': '.offline', 'connection.restored': '.online' },
  states: { online: {}, offline: {} },
});

interface Needs {
  readonly connection: {
    /** Reports when the browser loses its network and has it again, at once when there is none; returns how to stop. */
    watch(emit: (event: ConnectionEvent) => void): () => void;
  };
}

export const connectionFlow = defineFlow({
  id: 'connection',
  machine: connectionMachine,
  needs: ['connection'],
  provide: (machine, { connection }: Needs) =>
    machine.provide({
      actors: { watchConnection: fromCallback(({ sendBack }) => connection.watch(sendBack)) },
    }),
});
