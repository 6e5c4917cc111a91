import { rangeText } from '../../domain/time/ranges.ts';
import type { SlotRange } from '../../domain/time/slots.ts';
import type { MissedTimes } from '../../machines/rooms/slots/events.ts';

const toRanges = (slots: readonly number[]): SlotRange[] =>
  slots.reduce<SlotRange[]>((found, slot) => {
    const last = found.at(-1);
    if (last?.end !== slot) return [...found, { start: slot, end: slot + 1 }];
    return [...found.slice(0, -1), { start: last.start, end: slot + 1 }];
  }, []);

/**
 * Says which chosen or pressed times cannot be booked, and which times are still chosen. The server does not say whether taken times
 * are booked or only held. `isFreeAgain`: the whole range can be booked again, because a hold or a booking has ended.
 */
export function missedText({ range, lost, kept, hasStarted }: MissedTimes, isFreeAgain = false): string {
  if (isFreeAgain && !hasStarted) return `${rangeText(range)} is free again.`;
  if (lost.length === 0)
    return hasStarted ? `${rangeText(range)} has started.` : `${rangeText(range)} is taken.`;
  const lostText = toRanges(lost).map(rangeText).join(' and ');
  const rest = kept === null ? '' : ` ${rangeText(kept)} is still chosen.`;
  return hasStarted
    ? `${lostText} has started and can no longer be booked.${rest}`
    : `${lostText} is no longer free: someone else has booked or is holding it.${rest}`;
}
