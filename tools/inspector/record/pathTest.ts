import type { FlowRecording, RecordedRun } from '../../flows/recording.ts';
import { runsIn } from '../../flows/recording.ts';
import { statePath } from '../../flows/words.ts';
import type { StateValue } from 'xstate';

/** As in test/paths/recorded. */
const TEST_HEADER = `import { expect, test } from 'vitest';
import { divergencesOf } from '../recordedPath.ts';
`;

/** Several actors may have run under the same name. */
const longestRunOf = (recording: Pick<FlowRecording, 'messages'>, actor: string): RecordedRun | undefined =>
  runsIn(recording)
    .filter(({ path }) => path === actor)
    .sort((a, b) => b.steps.length - a.steps.length)[0];

/** A text as a string literal with single quotes. */
const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/**
 * The path of an actor in a recording as a test of this project: its events, and the state after each. The test belongs in
 * test/paths/recorded; `npm run format` formats it.
 *
 * @param recording the recording
 * @param actor the path of the actor: 'checkout'
 * @returns the source of the test; null when the recording has no run of that actor
 */
export function pathTestOf(
  recording: Pick<FlowRecording, 'messages' | 'recordedAt'>,
  actor: string,
): string | null {
  const run = longestRunOf(recording, actor);
  if (run === undefined) return null;
  const { path, name, machine, from } = run;
  const steps = run.steps.map(({ event, clock, after }) => ({
    event,
    clock,
    state: statePath(after.value as StateValue),
    ...(after.status === 'active' ? {} : { status: after.status }),
  }));
  const recorded = { path, name, machine, ...(from && { from }), steps };
  return `${TEST_HEADER}
test(${quote(`${actor} takes the path that was recorded on ${recording.recordedAt.slice(0, 10)}`)}, () => {
  expect(divergencesOf(${JSON.stringify(recorded, null, 2)})).toEqual([]);
});
`;
}
