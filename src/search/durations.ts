import { durationSlots } from '../../domain/searchParams.ts';
import { hoursText, slotsIn } from '../../domain/slots.ts';

/** Up to four hours in steps of a slot, then whole hours up to twelve; in slots. */
const offered = [...slotsIn({ start: 1, end: 9 }), 10, 12, 14, 16, 18, 20, 22, 24];

/** The durations that the form offers, in slots, and the present one, which may come from an address. */
export function durationsWith(minutes: string): readonly number[] {
  const present = durationSlots(minutes);
  return present === null || offered.includes(present)
    ? offered
    : [...offered, present].sort((a, b) => a - b);
}

/** '30 minutes', '1 hour', '1.5 hours'. */
export const durationText = (slots: number): string => (slots === 1 ? '30 minutes' : hoursText(slots));
