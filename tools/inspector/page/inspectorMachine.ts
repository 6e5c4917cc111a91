import { assign, fromPromise, setup } from 'xstate';
import type { FlowRecording } from '../../flows/recording.ts';
import type { Recording } from '../record/recording.ts';

/** A recording that was opened from a file. */
export interface OpenedFile {
  readonly name: string;
  readonly saved: FlowRecording;
  readonly recording: Recording;
}

interface InspectorContext {
  readonly file: OpenedFile | null;
  /** Key of the event whose state is shown; null for the newest. */
  readonly moment: number | null;
  /** Why a file could not be opened, until the next attempt. */
  readonly problem: string | null;
  /** States that the user has folded or unfolded, by id; the others have their default. */
  readonly folds: Readonly<Record<string, boolean>>;
}

export type InspectorEvent =
  | { type: 'pause.pressed' }
  | { type: 'log.cleared' }
  | { type: 'moment.chosen'; key: number }
  | { type: 'moment.left' }
  | { type: 'file.chosen'; file: File }
  | { type: 'file.closed' }
  | { type: 'states.folded'; states: readonly string[] }
  | { type: 'states.unfolded'; states: readonly string[] };

/**
 * What the inspector shows: the running site, possibly paused, or a recording from a file; and of that the newest state, or the
 * state after an earlier event.
 */
export const inspectorMachine = setup({
  types: { context: {} as InspectorContext, events: {} as InspectorEvent },
  actors: {
    readFile: fromPromise<OpenedFile, File>(() => Promise.reject(new Error('readFile is not provided'))),
  },
  actions: {
    hold: () => {
      // Provided by the page: pauses the messages of the site.
    },
    release: () => {
      // Provided by the page: shows the waiting messages.
    },
    clearLog: () => {
      // Provided by the page: empties the log.
    },
    rememberMoment: assign({
      moment: ({ context, event }) => (event.type === 'moment.chosen' ? event.key : context.moment),
    }),
    showNewest: assign({ moment: null }),
    closeFile: assign({ file: null }),
    clearProblem: assign({ problem: null }),
    rememberFolds: assign({
      folds: ({ context, event }) => {
        if (event.type !== 'states.folded' && event.type !== 'states.unfolded') return context.folds;
        const isFolded = event.type === 'states.folded';
        return { ...context.folds, ...Object.fromEntries(event.states.map((id) => [id, isFolded])) };
      },
    }),
  },
}).createMachine({
  id: 'inspector',
  description: 'What the inspector shows, and whether it follows the site',
  context: { file: null, moment: null, problem: null, folds: {} },
  type: 'parallel',
  on: {
    'states.folded': {
      description: 'The pictures show these states without their content',
      actions: 'rememberFolds',
    },
    'states.unfolded': { actions: 'rememberFolds' },
  },
  states: {
    source: {
      initial: 'site',
      states: {
        site: {
          description: 'The messages of the site that opened the inspector',
          initial: 'flowing',
          states: {
            flowing: { on: { 'pause.pressed': 'held' } },
            held: {
              description: 'New messages wait and are counted until the user resumes',
              entry: 'hold',
              exit: 'release',
              on: { 'pause.pressed': 'flowing' },
            },
          },
          on: { 'log.cleared': { actions: 'clearLog' } },
        },
        reading: {
          description: 'A file was chosen; the site is shown until it is read',
          tags: ['busy'],
          entry: 'clearProblem',
          invoke: {
            id: 'readFile',
            src: 'readFile',
            input: ({ event }) => (event as Extract<InspectorEvent, { type: 'file.chosen' }>).file,
            onDone: { target: 'file', actions: assign({ file: ({ event }) => event.output }) },
            onError: {
              description: 'The message says what is wrong with the file',
              target: 'site',
              actions: assign({
                problem: ({ event }) =>
                  event.error instanceof Error ? event.error.message : 'It cannot be read.',
              }),
            },
          },
        },
        file: {
          description: 'A recording from a file; the site is not shown meanwhile',
          exit: 'closeFile',
          on: { 'file.closed': 'site' },
        },
      },
      on: { 'file.chosen': { target: '.reading' } },
    },
    view: {
      initial: 'newest',
      on: { 'moment.chosen': { target: '.past', actions: 'rememberMoment' } },
      states: {
        newest: {},
        past: {
          description: 'Shows every actor as it was after an event of the log',
          exit: 'showNewest',
          on: {
            'moment.left': 'newest',
            'log.cleared': 'newest',
            'xstate.done.actor.readFile': 'newest',
            'file.closed': 'newest',
          },
        },
      },
    },
  },
});
