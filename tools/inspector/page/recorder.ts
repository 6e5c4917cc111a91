import type { Message } from '../protocol.ts';
import { cleared, emptyRecording, record, type Recording } from '../record/recording.ts';

/** The site sends many messages at once: those within this time are shown together, in milliseconds. */
const BATCH_MS = 60;

export interface Shown {
  readonly recording: Recording;
  readonly isPaused: boolean;
  /** Messages that came during the pause. */
  readonly waiting: number;
}

export type Recorder = ReturnType<typeof createRecorder>;

/** Keeps the recording outside React and notifies its views; a pause holds messages back and loses none. */
export function createRecorder() {
  let shown: Shown = { recording: emptyRecording, isPaused: false, waiting: 0 };
  let waiting: Message[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  const show = (next: Partial<Shown>): void => {
    shown = { ...shown, ...next, waiting: waiting.length };
    for (const listener of listeners) listener();
  };
  const takeIn = (): void => {
    timer = undefined;
    if (shown.isPaused) {
      show({});
      return;
    }
    const recording = waiting.reduce(record, shown.recording);
    waiting = [];
    show({ recording });
  };

  return {
    receive: (message: Message): void => {
      waiting.push(message);
      timer ??= setTimeout(takeIn, BATCH_MS);
    },
    setPaused: (isPaused: boolean): void => {
      show({ isPaused });
      takeIn();
    },
    clear: (): void => show({ recording: cleared(shown.recording) }),
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    shown: (): Shown => shown,
  };
}
