import type { StateValue } from 'xstate';
import { statePath } from '../../flows/words.ts';
import type { Entry } from '../record/recording.ts';
import { inBrief } from './ValueTree.tsx';

/** What sends, when it is no actor. */
export const OUTSIDE_NAME = 'outside';

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

/** The time on the developer's own clock, to the millisecond. */
export const timeOf = ({ at }: Entry): string => clock.format(at);

const stateIn = (value: unknown): string => (value === undefined ? '' : statePath(value as StateValue));

/** What an event carries, on one line. */
export function payloadInBrief({ event }: Entry): string {
  const { type, actorId: _inTheType, ...payload } = event;
  if (type === 'xstate.init' && payload['input'] === undefined) return '';
  return Object.entries(payload)
    .map(([name, value]) => `${name} ${inBrief(value)}`)
    .join(', ');
}

/** What came of an event: where it led, or that nobody wanted it. */
export function outcomeOf({ outcome, value }: Entry): string {
  if (outcome === null) return 'not taken';
  if (outcome.status !== 'active') return outcome.status === 'error' ? 'failed' : outcome.status;
  if (outcome.isIgnored) return 'ignored';
  const [before, after] = [stateIn(value), stateIn(outcome.value)];
  if (after === '' || (before === after && outcome.transitions.length > 0)) return '';
  return before === after ? '' : after;
}
