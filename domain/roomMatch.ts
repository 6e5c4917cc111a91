import { isRangeFree, nearestRanges, type DayAvailability } from './ranges.ts';
import type { SlotRange } from './slots.ts';

/** What a search finds in a room: free at the wanted time, free at another time of that day, or full. */
export type Match = 'free' | 'other-time' | 'full';

/** The order of the rooms that a search finds. */
const ORDER: readonly Match[] = ['free', 'other-time', 'full'];

/** A room's answer to a wanted range. */
export interface RoomMatch {
  readonly match: Match;
  /** The wanted range itself, the nearest free ranges of its length, or none. */
  readonly ranges: readonly SlotRange[];
}

/** Matches a room's day with the wanted range. */
export function matchRoom(day: DayAvailability, requested: SlotRange): RoomMatch {
  if (isRangeFree(day, requested)) return { match: 'free', ranges: [requested] };
  const ranges = nearestRanges(day, requested);
  return { match: ranges.length > 0 ? 'other-time' : 'full', ranges };
}

/** The items with free rooms first and full ones last; equal ones keep their order. */
export const byMatch = <Item extends { readonly match: Match }>(items: readonly Item[]): Item[] =>
  [...items].sort((a, b) => ORDER.indexOf(a.match) - ORDER.indexOf(b.match));
