import type { ErrorCode } from '../../../contract/errors.ts';
import { assign, emit, fromPromise, setup } from 'xstate';
import { pictureProblem, type PictureUse } from '../../../domain/rooms/pictures.ts';
import { failureOf } from '../../engine/failure.ts';

/** Only the effect that uploads the file has its bytes. */
export interface ChosenFile {
  readonly name: string;
  readonly size: number;
  /** The media type; '' when the browser does not know it. */
  readonly type: string;
}

export interface PicturesInput {
  readonly use: PictureUse;
  /** The maximum number of pictures. If it is 1, an upload replaces the picture. */
  readonly limit: number;
}

interface PicturesContext extends PicturesInput {
  /** In the order of the pictures. */
  paths: readonly string[];
  /** While the machine is uploading, it uploads the first file. */
  queue: readonly ChosenFile[];
  /** The sent part of the first file, in percent. */
  percent: number;
  /** Why files of the last choice were not uploaded, one reason per line. */
  problem: string | null;
  /** The picture whose removal must be confirmed. */
  removingPath: string | null;
  /** The last change of the list, for screen readers. */
  announcement: string;
}

export type PicturesEvent =
  /** `paths`: the pictures of the form. */
  | { type: 'pictures.shown'; paths: readonly string[] }
  | { type: 'pictures.left' }
  | { type: 'pictures.chosen'; files: readonly ChosenFile[] }
  | { type: 'pictures.progressed'; percent: number }
  | { type: 'pictures.uploadCancelled' }
  | { type: 'pictures.moved'; path: string; by: -1 | 1 }
  | { type: 'pictures.removePressed'; path: string }
  /** From the dialog before a picture is removed. */
  | { type: 'pictures.removeConfirmed' }
  | { type: 'pictures.removeDismissed' };

export interface Upload {
  readonly file: ChosenFile | undefined;
  readonly use: PictureUse;
  readonly onProgress: (percent: number) => void;
}

const joinLines = (texts: readonly (string | null)[]): string | null =>
  texts.filter((text) => text !== null).join('\n') || null;

/** One line per reason. */
function refusalLines(files: readonly ChosenFile[]): readonly string[] {
  const reasons = new Set(files.map(pictureProblem));
  return [...reasons].map((reason) => {
    const names = files.filter((file) => pictureProblem(file) === reason).map(({ name }) => name);
    return `${names.join(', ')}: ${reason}`;
  });
}

/** The files to upload, and why the others are refused. */
function acceptFiles(
  { paths, queue, limit, problem }: PicturesContext,
  files: readonly ChosenFile[],
): Pick<PicturesContext, 'queue' | 'problem'> {
  const good = files.filter((file) => pictureProblem(file) === null);
  const left = limit === 1 ? 1 : Math.max(0, limit - paths.length - queue.length);
  const tooMany = good.slice(left).map(({ name }) => name);
  return {
    queue: [...queue, ...good.slice(0, left)],
    problem: joinLines([
      // While files are being uploaded, the earlier problem stays visible.
      queue.length > 0 ? problem : null,
      ...refusalLines(files.filter((file) => !good.includes(file))),
      tooMany.length > 0
        ? `At most ${limit} ${limit === 1 ? 'picture is' : 'pictures are'} allowed here (not uploaded: ${tooMany.join(', ')})`
        : null,
    ]),
  };
}

/** Errors about one file: the next file may be accepted. */
const refusedFileCodes: readonly (ErrorCode | null)[] = ['bad-input', 'too-large', 'unsupported-media'];

/** The reason as a sentence for the user. */
function problemText(error: unknown): string {
  const { message, details } = failureOf(error);
  const wrong = details.fields?.['picture'];
  return (
    (wrong === undefined ? message : `A picture ${wrong}`) ||
    'The server could not be reached or had a problem. Please try again.'
  );
}

function moveInList(paths: readonly string[], path: string, by: -1 | 1): readonly string[] {
  const from = paths.indexOf(path);
  const others = paths.filter((other) => other !== path);
  const to = Math.min(Math.max(from + by, 0), others.length);
  return from < 0 ? paths : [...others.slice(0, to), path, ...others.slice(to)];
}

/**
 * The pictures of a form: chosen files are uploaded one after the other, and pictures are reordered and, after
 * a confirmation, removed. The form sends their paths when it is saved; until then the site does not change.
 */
export const picturesMachine = setup({
  types: {
    context: {} as PicturesContext,
    events: {} as PicturesEvent,
    input: {} as PicturesInput,
    emitted: {} as { type: 'pictureAdded'; path: string },
    tags: {} as 'busy',
  },
  actors: {
    upload: fromPromise<string, Upload>(() => Promise.reject(new Error('upload is not provided'))),
  },
  guards: {
    hasFiles: ({ context }) => context.queue.length > 0,
    onlyThisFileIsRefused: ({ context }, { error }: { error: unknown }) =>
      context.queue.length > 1 && refusedFileCodes.includes(failureOf(error).code),
  },
  actions: {
    reset: assign((_, { paths }: { paths: readonly string[] }) => ({
      paths,
      queue: [],
      problem: null,
      removingPath: null,
      announcement: '',
    })),
    queueFiles: assign(({ context }, { files }: { files: readonly ChosenFile[] }) =>
      acceptFiles(context, files),
    ),
    startProgress: assign({ percent: 0 }),
    setProgress: assign((_, { percent }: { percent: number }) => ({ percent })),
    addPicture: assign(({ context }, { path }: { path: string }) => {
      const known = context.paths.filter((other) => other !== path);
      const paths = context.limit === 1 ? [path] : [...known, path];
      return { paths, queue: context.queue.slice(1), announcement: `Picture ${paths.length} added` };
    }),
    emitAdded: emit(({ context }) => ({ type: 'pictureAdded' as const, path: context.paths.at(-1) ?? '' })),
    dropQueue: assign({ queue: [] }),
    skipFile: assign(({ context }, { error }: { error: unknown }) => ({
      problem: joinLines([context.problem, `${context.queue[0]?.name ?? ''}: ${problemText(error)}`]),
      queue: context.queue.slice(1),
    })),
    setProblem: assign(({ context }, { error }: { error: unknown }) => {
      const text = problemText(error);
      const [file, ...waiting] = context.queue;
      const names = waiting.map(({ name }) => name).join(', ');
      const rest = names === '' ? '' : ` (also not uploaded: ${names})`;
      return { problem: joinLines([context.problem, `${file?.name ?? ''}: ${text}${rest}`]), queue: [] };
    }),
    move: assign(({ context }, { path, by }: { path: string; by: -1 | 1 }) => {
      const paths = moveInList(context.paths, path, by);
      const place = paths.indexOf(path) + 1;
      return { paths, announcement: `Now picture ${place} of ${paths.length}` };
    }),
    askRemoval: assign((_, { path }: { path: string }) => ({ removingPath: path })),
    clearRemoval: assign({ removingPath: null }),
    remove: assign(({ context }) => ({
      paths: context.paths.filter((path) => path !== context.removingPath),
      announcement: 'Picture removed',
    })),
  },
}).createMachine({
  id: 'pictures',
  context: ({ input }) => ({
    ...input,
    paths: [],
    queue: [],
    percent: 0,
    problem: null,
    removingPath: null,
    announcement: '',
  }),
  initial: 'hidden',
  on: {
    'pictures.shown': { target: '.ready', actions: { type: 'reset', params: ({ event }) => event } },
    'pictures.left': { target: '.hidden', actions: { type: 'reset', params: { paths: [] } } },
  },
  states: {
    hidden: {
      description: 'No form with pictures is open',
    },
    ready: {
      description: 'The list can be changed; visitors see the change when the form is saved',
      on: {
        'pictures.chosen': {
          target: 'deciding',
          actions: { type: 'queueFiles', params: ({ event }) => event },
        },
        'pictures.moved': {
          description: 'A picture moves one place up or down',
          actions: { type: 'move', params: ({ event }) => event },
        },
        'pictures.removePressed': {
          target: 'confirmingRemoval',
          actions: { type: 'askRemoval', params: ({ event }) => event },
        },
      },
    },
    deciding: {
      description:
        'Files of another type, too large files and too many files are refused before they are sent',
      always: [{ guard: 'hasFiles', target: 'uploading' }, { target: 'ready' }],
    },
    uploading: {
      description: 'One file is sent at a time; the list can be reordered meanwhile',
      tags: ['busy'],
      entry: 'startProgress',
      invoke: {
        id: 'upload',
        src: 'upload',
        input: ({ context, self }) => ({
          file: context.queue[0],
          use: context.use,
          onProgress: (percent) => self.send({ type: 'pictures.progressed', percent }),
        }),
        onDone: {
          description: 'The next file follows, if there is one',
          target: 'deciding',
          actions: [{ type: 'addPicture', params: ({ event }) => ({ path: event.output }) }, 'emitAdded'],
        },
        onError: [
          {
            guard: { type: 'onlyThisFileIsRefused', params: ({ event }) => event },
            description: 'The server has refused the file',
            target: 'deciding',
            actions: { type: 'skipFile', params: ({ event }) => event },
          },
          {
            description:
              'The last file was refused, or the server could not be reached: nothing more is sent',
            target: 'ready',
            actions: { type: 'setProblem', params: ({ event }) => event },
          },
        ],
      },
      on: {
        'pictures.progressed': { actions: { type: 'setProgress', params: ({ event }) => event } },
        'pictures.uploadCancelled': {
          description: 'Uploaded files are kept, the others are not sent',
          target: 'ready',
          actions: 'dropQueue',
        },
        'pictures.chosen': {
          description: 'More files are added to the queue',
          actions: { type: 'queueFiles', params: ({ event }) => event },
        },
        'pictures.moved': { actions: { type: 'move', params: ({ event }) => event } },
      },
    },
    confirmingRemoval: {
      description: 'The user must confirm the removal',
      on: {
        'pictures.removeConfirmed': { target: 'ready', actions: ['remove', 'clearRemoval'] },
        'pictures.removeDismissed': { target: 'ready', actions: 'clearRemoval' },
      },
    },
  },
});
