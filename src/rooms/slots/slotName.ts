import { clockTime } from '../../../domain/time/slots.ts';

/** AM or PM only once if possible: '10:30 to 11:00 AM', '11:30 AM to 12:00 PM'. */
function spokenRange(start: number, end: number): string {
  const [from, fromPeriod] = clockTime(start).split(' ');
  const [until, untilPeriod] = clockTime(end).split(' ');
  return fromPeriod === untilPeriod
    ? `${from} to ${until} ${untilPeriod}`
    : `${from} ${fromPeriod} to ${until} ${untilPeriod}`;
}

export type SlotState = 'free' | 'chosen' | 'taken' | 'closed';

export const isUnavailable = (state: SlotState): boolean => state === 'taken' || state === 'closed';

const priceWords = (paise: number): string =>
  `${paise % 100 === 0 ? paise / 100 : (paise / 100).toFixed(2)} rupees`;

/** '10:30 to 11:00 AM, free, 250 rupees'. */
export const slotName = (slot: number, state: SlotState, slotPaise: number): string =>
  `${spokenRange(slot, slot + 1)}, ${state}${isUnavailable(state) ? '' : `, ${priceWords(slotPaise)}`}`;

/** The visible text, in two lines: '10:30' above 'AM'. */
export const slotText = (slot: number): string => clockTime(slot).replace(' ', '\n');
