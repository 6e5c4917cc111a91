import { rangeOf, type SlotRange } from '../time/slots.ts';

/** The part of a selection that can be booked after others have taken some of its slots. */
export interface RepairedSelection {
  /** The longest run of selected slots that are not taken, the earlier of two equal runs; null when none is left. */
  readonly kept: SlotRange | null;
  /** Selected slots that are taken, ascending. */
  readonly lost: readonly number[];
}

/** Keeps the longest part of a contiguous selection that can still be booked in one piece (spec 5). */
export function repairSelection(selection: readonly number[], taken: readonly number[]): RepairedSelection {
  const runs: number[][] = [[]];
  for (const slot of [...selection].sort((a, b) => a - b)) {
    if (taken.includes(slot)) runs.push([]);
    else runs.at(-1)?.push(slot);
  }
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), []);
  return {
    kept: rangeOf(longest),
    lost: selection.filter((slot) => taken.includes(slot)).sort((a, b) => a - b),
  };
}

/** The smallest range that contains both ranges when they touch or overlap; `next` when they do not. */
export const joinRanges = (previous: SlotRange, next: SlotRange): SlotRange =>
  previous.start <= next.end && next.start <= previous.end
    ? { start: Math.min(previous.start, next.start), end: Math.max(previous.end, next.end) }
    : next;
