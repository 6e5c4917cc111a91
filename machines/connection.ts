import { fromCallback, setup } from 'xstate';

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
