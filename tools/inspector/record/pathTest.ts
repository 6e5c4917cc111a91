import type { FlowRecording, RecordedRun } from '../../flows/recording.ts';
import { runsIn } from '../../flows/recording.ts';
import { statePath } from '../../flows/words.ts';
import type { StateValue } from 'xstate';

/** Where path tests of recordings are kept: test/paths/recorded. */
const HEAD = `import { expect, test } from 'vitest';
import { divergencesOf } from '../recordedPath.ts';
`;

/** The run of an actor that did most: an actor may have run several times under its name. */
const runOf = (recording: Pick<FlowRecording, 'messages'>, actor: string): RecordedRun | undefined =>
  runsIn(recording)
    .filter(({ path }) => path === actor)
    .sort((a, b) => b.steps.length - a.steps.length)[0];

/** A text between single quotes. */
const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/**
 * The path of an actor in a recording as a test of this project: its events, and the state that each leads to. It is
 * saved in test/paths/recorded and formatted by `npm run format`.
 *
 * @param recording what was recorded, and when
 * @param actor its path: 'checkout'
 * @returns the source of the test; null when the recording has no run of that actor
 */
export function pathTestOf(
  recording: Pick<FlowRecording, 'messages' | 'recordedAt'>,
  actor: string,
): string | null {
  const run = runOf(recording, actor);
  if (run === undefined) return null;
  const { path, name, machine, from } = run;
  const steps = run.steps.map(({ event, clock, after }) => ({
    event,
    clock,
    state: statePath(after.value as StateValue),
    ...(after.status === 'active' ? {} : { status: after.status }),
  }));
  const recorded = { path, name, machine, ...(from && { from }), steps };
  return `${HEAD}
test(${quoted(`${actor} goes the way that was recorded on ${recording.recordedAt.slice(0, 10)}`)}, () => {
  expect(divergencesOf(${JSON.stringify(recorded, null, 2)})).toEqual([]);
});
`;
}
