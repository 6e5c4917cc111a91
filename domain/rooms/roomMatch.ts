import { isRangeFree, nearestRanges, type DayAvailability } from '../time/ranges.ts';
import type { SlotRange } from '../time/slots.ts';

/** Free at the requested time, free at another time of that day, or full. */
export type Match = 'free' | 'other-time' | 'full';

const ORDER: readonly Match[] = ['free', 'other-time', 'full'];

export interface RoomMatch {
  readonly match: Match;
  /** The requested range, the nearest free ranges of its length, or none. */
  readonly ranges: readonly SlotRange[];
}

export function matchRoom(day: DayAvailability, requested: SlotRange): RoomMatch {
  if (isRangeFree(day, requested)) return { match: 'free', ranges: [requested] };
  const ranges = nearestRanges(day, requested);
  return { match: ranges.length > 0 ? 'other-time' : 'full', ranges };
}

/** Free rooms first, full rooms last. Equal ones keep their order. */
export const byMatch = <Item extends { readonly match: Match }>(items: readonly Item[]): Item[] =>
  [...items].sort((a, b) => ORDER.indexOf(a.match) - ORDER.indexOf(b.match));
