import { assign, emit, fromPromise, setup } from 'xstate';

export type PickerEvent =
  | { type: 'picker.opened' }
  | { type: 'picker.closed' }
  /** The visitor has typed, or has left the field. */
  | { type: 'picker.cancelled' };

/** The second way to enter a field's value, such as a calendar, whose code is loaded when it is first opened. */
export const pickerMachine = setup({
  types: {
    context: {} as { isLoaded: boolean },
    events: {} as PickerEvent,
    emitted: {} as { type: 'pickerUnavailable' },
    tags: {} as 'busy',
  },
  actors: { load: fromPromise<void>(() => Promise.reject(new Error('load is not provided'))) },
  guards: { isLoaded: ({ context }) => context.isLoaded },
  actions: {
    recordLoaded: assign({ isLoaded: true }),
    emitUnavailable: emit({ type: 'pickerUnavailable' }),
  },
}).createMachine({
  id: 'picker',
  context: { isLoaded: false },
  initial: 'closed',
  states: {
    closed: {
      on: { 'picker.opened': [{ guard: 'isLoaded', target: 'open' }, { target: 'loading' }] },
    },
    loading: {
      description: 'The picker does not open if the visitor has typed or left the field meanwhile',
      tags: ['busy'],
      invoke: {
        id: 'load',
        src: 'load',
        onDone: { target: 'open', actions: 'recordLoaded' },
        onError: { target: 'unavailable', actions: 'emitUnavailable' },
      },
      on: { 'picker.cancelled': 'closed' },
    },
    open: { on: { 'picker.closed': 'closed' } },
    unavailable: {
      description: 'The field says that the value must be typed; another press loads the picker again',
      on: { 'picker.opened': 'loading' },
    },
  },
});
