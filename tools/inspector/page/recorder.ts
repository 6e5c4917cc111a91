import { type FlowRecording, recordingOf } from '../../flows/recording.ts';
import type { Message } from '../protocol.ts';
import { createMessageStore } from '../record/messageStore.ts';
import { clearLog, emptyRecording, record, type Recording } from '../record/recording.ts';

/** The site sends many messages at a time: messages within this time are shown together. */
const BATCH_MS = 60;

export interface RecorderState {
  readonly recording: Recording;
  readonly isPaused: boolean;
  /** Messages that were received during the pause. */
  readonly pendingCount: number;
}

export type Recorder = ReturnType<typeof createRecorder>;

/** Keeps the recording outside React and notifies the views. A pause holds messages back and loses none. */
export function createRecorder() {
  let state: RecorderState = { recording: emptyRecording, isPaused: false, pendingCount: 0 };
  let pending: Message[] = [];
  const store = createMessageStore();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  const update = (next: Partial<RecorderState>): void => {
    state = { ...state, ...next, pendingCount: pending.length };
    for (const listener of listeners) listener();
  };
  const flush = (): void => {
    timer = undefined;
    if (state.isPaused) {
      update({});
      return;
    }
    for (const message of pending) store.add(message);
    const recording = pending.reduce(record, state.recording);
    pending = [];
    update({ recording });
  };

  return {
    receive: (message: Message): void => {
      pending.push(message);
      timer ??= setTimeout(flush, BATCH_MS);
    },
    setPaused: (isPaused: boolean): void => {
      update({ isPaused });
      flush();
    },
    /** All messages since the site was last loaded, as the content of a recording file. */
    save: (): FlowRecording<Message> => recordingOf(store.all(), new Date()),
    clear: (): void => update({ recording: clearLog(state.recording) }),
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: (): RecorderState => state,
  };
}
