import type {
  RecordedClock,
  RecordedEvent,
  RecordedRun,
  RecordedSnapshot,
} from '../../tools/flows/recording.ts';
import { replay, reportInWords } from '../../tools/flows/replay.ts';
import { replayOptions } from './replayOptions.ts';

/** A recorded path: events with the states to which they led. */
export interface RecordedPath extends Pick<RecordedRun, 'path' | 'name' | 'machine'> {
  /** At the start of the recording. Left out when the first step is the machine's start. */
  readonly from?: RecordedSnapshot;
  readonly steps: readonly {
    readonly event: RecordedEvent;
    readonly clock: RecordedClock;
    readonly state: string;
    /** Left out while the machine is active. */
    readonly status?: string;
  }[];
}

/** Describes the steps in which a machine diverges from a recorded path. Empty when it takes the same path. */
export function divergencesOf({ from, steps, ...actor }: RecordedPath): string[] {
  const run: RecordedRun = {
    ...actor,
    from: from ?? null,
    steps: steps.map(({ event, clock, state, status = 'active' }) => ({
      event,
      clock,
      handled: [clock.now, clock.now],
      after: { value: state, status },
    })),
  };
  const report = replay([run], replayOptions);
  return report.divergences.length === 0 ? [] : [reportInWords(report)];
}
