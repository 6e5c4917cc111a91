import { durationSlots } from './searchParams.ts';
import { hoursText, slotsIn } from '../time/slots.ts';

/** In slots: up to four hours in steps of a slot, then whole hours up to twelve. */
const standardDurations = [...slotsIn({ start: 1, end: 9 }), 10, 12, 14, 16, 18, 20, 22, 24];

/** The durations that the form offers, in slots. They include the current one, which may come from the address. */
export function durationsWith(minutes: string): readonly number[] {
  const current = durationSlots(minutes);
  return current === null || standardDurations.includes(current)
    ? standardDurations
    : [...standardDurations, current].sort((a, b) => a - b);
}

/** '30 minutes', '1 hour', '1.5 hours'. */
export const durationText = (slots: number): string => (slots === 1 ? '30 minutes' : hoursText(slots));
