import { type ActorRefFrom, assign, type EventObject, fromCallback, fromPromise, setup } from 'xstate';
import type { FlowRecording } from '../../flows/recording.ts';
import type { Message } from '../protocol.ts';
import { clearLog, emptyRecording, record, type Recording } from '../record/recording.ts';
import type { Connection } from './connection.ts';

/** A recording that was opened from a file. */
export interface OpenedFile {
  readonly name: string;
  readonly saved: FlowRecording;
  readonly recording: Recording;
}

interface InspectorContext {
  readonly connection: Connection;
  /** Of the site. */
  readonly recording: Recording;
  readonly file: OpenedFile | null;
  /** Key of the event after which every actor is shown; null for the newest. */
  readonly moment: number | null;
  /** Why a file could not be opened, until the next attempt. */
  readonly problem: string | null;
}

type FileChosen = { type: 'file.chosen'; file: File };

export type InspectorEvent =
  | { type: 'site.sent'; messages: readonly Message[] }
  | { type: 'connection.changed'; connection: Connection }
  | { type: 'log.cleared' | 'moment.left' | 'file.closed' }
  | { type: 'moment.chosen'; key: number }
  | FileChosen;

/** What the inspector shows: the running site, or a recording from a file; and of that the newest moment, or an earlier one. */
export const inspectorMachine = setup({
  types: { context: {} as InspectorContext, events: {} as InspectorEvent },
  actors: {
    connect: fromCallback<EventObject>(() => undefined),
    readFile: fromPromise<OpenedFile, File>(() => Promise.reject(new Error('readFile is not provided'))),
  },
}).createMachine({
  id: 'inspector',
  description: 'What the inspector shows; it records the site meanwhile',
  context: { connection: 'alone', recording: emptyRecording, file: null, moment: null, problem: null },
  invoke: { id: 'connect', src: 'connect', onError: { actions: assign({ connection: 'closed' }) } },
  on: {
    'site.sent': {
      actions: assign(({ context, event }) => ({
        recording: event.messages.reduce(record, context.recording),
      })),
    },
    'connection.changed': { actions: assign({ connection: ({ event }) => event.connection }) },
    'moment.chosen': { actions: assign({ moment: ({ event }) => event.key }) },
    'moment.left': { actions: assign({ moment: null }) },
    'file.chosen': '.reading',
  },
  initial: 'site',
  states: {
    site: {
      on: {
        'log.cleared': {
          actions: assign(({ context }) => ({ recording: clearLog(context.recording), moment: null })),
        },
      },
    },
    reading: {
      description: 'A file was chosen; the site is shown until it is read',
      entry: assign({ problem: null }),
      invoke: {
        id: 'readFile',
        src: 'readFile',
        input: ({ event }) => (event as FileChosen).file,
        onDone: { target: 'file', actions: assign(({ event }) => ({ file: event.output, moment: null })) },
        onError: {
          target: 'site',
          actions: assign({ problem: ({ event }) => (event.error as Error).message }),
        },
      },
    },
    file: { exit: assign({ file: null, moment: null }), on: { 'file.closed': 'site' } },
  },
});

export type Flow = ActorRefFrom<typeof inspectorMachine>;
