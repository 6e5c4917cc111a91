import type { StateValue } from 'xstate';
import { type FlowRecording, runsIn } from '../../flows/recording.ts';
import { statePath } from '../../flows/words.ts';

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
  // Several actors may have run under the same name.
  const [longest] = runsIn(recording)
    .filter(({ path }) => path === actor)
    .sort((a, b) => b.steps.length - a.steps.length);
  if (longest === undefined) return null;
  const { path, name, machine, from } = longest;
  const steps = longest.steps.map(({ event, clock, after: { value, status } }) => ({
    event,
    clock,
    state: statePath(value as StateValue),
    ...(status === 'active' ? {} : { status }),
  }));
  const recorded = { path, name, machine, ...(from && { from }), steps };
  return `import { expect, test } from 'vitest';
import { divergencesOf } from '../recordedPath.ts';

test(${quote(`${actor} takes the path that was recorded on ${recording.recordedAt.slice(0, 10)}`)}, () => {
  expect(divergencesOf(${JSON.stringify(recorded, null, 2)})).toEqual([]);
});
`;
}
