import { rangeText } from '../../domain/ranges.ts';
import type { SlotRange } from '../../domain/slots.ts';
import type { MissedTimes } from '../../machines/events/slots.ts';

const runs = (slots: readonly number[]): SlotRange[] =>
  slots.reduce<SlotRange[]>((found, slot) => {
    const last = found.at(-1);
    if (last?.end !== slot) return [...found, { start: slot, end: slot + 1 }];
    return [...found.slice(0, -1), { start: last.start, end: slot + 1 }];
  }, []);

/** Which of the chosen or pressed times cannot be booked, and what is still chosen, in words. */
export function missedText({ range, lost, kept, hasStarted }: MissedTimes): string {
  if (lost.length === 0)
    return hasStarted ? `${rangeText(range)} has started.` : `${rangeText(range)} is taken.`;
  const gone = runs(lost).map(rangeText).join(' and ');
  const rest = kept === null ? '' : ` ${rangeText(kept)} is still chosen.`;
  return hasStarted
    ? `${gone} has started and cannot be booked any more.${rest}`
    : `${gone} is not free any more: somebody else was faster.${rest}`;
}
