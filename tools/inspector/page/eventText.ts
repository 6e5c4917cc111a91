import type { StateValue } from 'xstate';
import { statePath } from '../../flows/words.ts';
import type { LogEntry } from '../record/recording.ts';
import { shortText } from './ValueTree.tsx';

/** Name of a sender that is not an actor. */
export const OUTSIDE_NAME = 'outside';

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

/** By the developer's clock, to the millisecond. */
export const timeText = ({ at }: LogEntry): string => clock.format(at);

const stateText = (value: unknown): string => (value === undefined ? '' : statePath(value as StateValue));

/** On one line. */
export function payloadText({ event }: LogEntry): string {
  const { type, actorId: _inTheType, ...payload } = event;
  if (type === 'xstate.init' && payload['input'] === undefined) return '';
  return Object.entries(payload)
    .map(([name, value]) => `${name} ${shortText(value)}`)
    .join(', ');
}

/** The new state, 'ignored', 'not taken', or the end of the actor. */
export function outcomeText({ outcome, value }: LogEntry): string {
  if (outcome === null) return 'not taken';
  if (outcome.status !== 'active') return outcome.status === 'error' ? 'failed' : outcome.status;
  if (outcome.isIgnored) return 'ignored';
  const [before, after] = [stateText(value), stateText(outcome.value)];
  if (after === '' || (before === after && outcome.transitions.length > 0)) return '';
  return before === after ? '' : after;
}
