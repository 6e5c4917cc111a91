import type {
  RecordedClock,
  RecordedEvent,
  RecordedRun,
  RecordedSnapshot,
} from '../../tools/flows/recording.ts';
import { replay, reportInWords } from '../../tools/flows/replay.ts';
import { replayOptions } from './replayOptions.ts';

/** A path that was recorded: events with the states to which they led. */
export interface RecordedPath extends Pick<RecordedRun, 'path' | 'name' | 'machine'> {
  /** Where the recording found the machine; left out when its start is the first step. */
  readonly from?: RecordedSnapshot;
  readonly steps: readonly {
    readonly event: RecordedEvent;
    readonly clock: RecordedClock;
    readonly state: string;
    /** Left out for a machine that runs on. */
    readonly status?: string;
  }[];
}

/** Where a machine leaves a recorded path, in words; nothing when it goes the same way. */
export function divergencesOf({ from, steps, ...actor }: RecordedPath): string[] {
  const run: RecordedRun = {
    ...actor,
    from: from ?? null,
    steps: steps.map(({ event, clock, state, status = 'active' }) => ({
      event,
      at: clock.now,
      clock,
      after: { value: state, status },
    })),
  };
  const report = replay([run], replayOptions);
  return report.divergences.length === 0 ? [] : [reportInWords(report)];
}
