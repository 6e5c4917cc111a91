import { type FlowRecording, recordingOf } from '../../flows/recording.ts';
import type { Message } from '../protocol.ts';
import { keptMessages } from '../record/keptMessages.ts';
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
  const kept = keptMessages();
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
    for (const message of waiting) kept.add(message);
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
    /** All since the site was last loaded, as the content of a file. */
    saved: (): FlowRecording<Message> => recordingOf(kept.all(), new Date()),
    clear: (): void => show({ recording: cleared(shown.recording) }),
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    shown: (): Shown => shown,
  };
}
