import { assign, fromPromise, setup } from 'xstate';
import { defineFlow } from './flow.ts';
import { sendToFlow, toast } from './system.ts';

/**
 * The calendar entry of a booking, or an invoice or credit note, which is saved as PDF or printed. `name` is
 * the file name, or the title of the printed page.
 */
export type Downloadable =
  | { readonly kind: 'calendar'; readonly bookingId: string; readonly name: string }
  | { readonly kind: 'taxDocument' | 'print'; readonly taxDocumentId: string; readonly name: string };

type DownloadEvent = { type: 'download.requested'; file: Downloadable };

/**
 * Fetches a file that requires the access token, and saves or prints it. A link does not work, because the browser does not
 * send the token with it.
 */
export const downloadMachine = setup({
  types: {
    context: {} as { file: Downloadable | null },
    events: {} as DownloadEvent,
    tags: {} as 'busy',
  },
  actors: {
    save: fromPromise<void, { file: Downloadable | null }>(() =>
      Promise.reject(new Error('save is not provided')),
    ),
  },
  actions: {
    setFile: assign({ file: ({ event }) => event.file }),
    showFailedToast: sendToFlow(
      'notifier',
      toast('error', 'The file could not be downloaded. Please try again.'),
    ),
  },
}).createMachine({
  id: 'download',
  context: { file: null },
  initial: 'idle',
  states: {
    idle: { on: { 'download.requested': { target: 'saving', actions: 'setFile' } } },
    saving: {
      tags: ['busy'],
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context }) => ({ file: context.file }),
        onDone: 'idle',
        onError: { target: 'idle', actions: 'showFailedToast' },
      },
    },
  },
});

interface Needs {
  readonly downloads: { save(file: Downloadable, signal: AbortSignal): Promise<void> };
}

export const downloadFlow = defineFlow({
  id: 'download',
  machine: downloadMachine,
  whenSessionEnds: 'cleared',
  needs: ['downloads'],
  provide: (machine, { downloads }: Needs) =>
    machine.provide({
      actors: {
        save: fromPromise(async ({ input: { file }, signal }) => {
          if (file !== null) await downloads.save(file, signal);
        }),
      },
    }),
});
