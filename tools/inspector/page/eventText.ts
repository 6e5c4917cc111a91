import type { StateValue } from 'xstate';
import { statePath } from '../../flows/words.ts';
import type { LogEntry, RecordedActor } from '../record/recording.ts';
import { shortText } from './ValueTree.tsx';

/** Name of a sender that is not an actor. */
export const OUTSIDE_NAME = 'outside';

const digits = { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 } as const;
const clock = new Intl.DateTimeFormat('en-GB', digits);

/** By the developer's clock, to the millisecond. */
export const timeText = ({ at }: LogEntry): string => clock.format(at);

const stateText = (value: unknown): string => (value === undefined ? '' : statePath(value as StateValue));

/** The states of a machine, or the status of a promise. */
export function actorStateText({ snapshot, status, definition }: RecordedActor): string {
  if (status !== 'active') return status === 'error' ? 'failed' : status;
  return definition === null ? 'running' : stateText(snapshot['value']);
}

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
  const after = stateText(outcome.value);
  return stateText(value) === after ? '' : after;
}
