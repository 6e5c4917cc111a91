import type { AskedTimes } from '../../../domain/money/rates.ts';
import type { Room } from '../../../domain/rooms/room.ts';
import { addDays, isDate, lastBookableDate } from '../../../domain/time/calendar.ts';
import { openRange, openStarts } from '../../../domain/time/openingHours.ts';
import { allowsLength } from '../../../domain/rooms/bookingLength.ts';
import { isRangeFree } from '../../../domain/time/ranges.ts';
import { hasAmenities, sortRooms } from '../../../domain/rooms/roomFilter.ts';
import { byMatch, type Match } from '../../../domain/rooms/roomMatch.ts';
import { clockTime, LATEST_SEARCH_START, parseSlotTime, type SlotRange } from '../../../domain/time/slots.ts';
import type { FoundMatch } from '../events.ts';
import type { SlotsContext } from '../slots/setup.ts';
import type { SearchEvent } from './events.ts';
import type { SearchContext } from './setup.ts';

/* What the rooms page shows of the search. It is not in the machine's file, because every page loads the machine. */

/** Null while today is unknown. */
export const bookableDates = ({ today }: SearchContext): { first: string; last: string } | null =>
  today === null ? null : { first: today, last: lastBookableDate(today) };

/** The date of the form is this number of days from today. */
export const isDayChosen = (
  { today, fields }: Pick<SearchContext, 'today' | 'fields'>,
  daysAhead: number,
): boolean => today !== null && fields.date === addDays(today, daysAhead);

/** The events that search another date. The form may have been left without a headcount. */
export const searchOfDate = (
  { fields }: Pick<SearchContext, 'fields'>,
  date: string,
): readonly SearchEvent[] => [
  ...(fields.headcount === ''
    ? [{ type: 'search.changed', field: 'headcount', value: '1' } satisfies SearchEvent]
    : []),
  { type: 'search.changed', field: 'date', value: date },
  { type: 'search.submitted' },
];

/** The starts at which a room is open on the form's date, and the chosen one. */
export function offeredStarts({ fields }: SearchContext, rooms: readonly Room[]): readonly number[] {
  const starts = openStarts(rooms, isDate(fields.date) ? fields.date : null);
  const present = parseSlotTime(fields.startTime);
  return present === null || starts.includes(present) ? starts : [...starts, present].sort((a, b) => a - b);
}

/** Undefined when a room is open at the form's start, and while the rooms are unknown. */
export function closedStartText({ fields }: SearchContext, rooms: readonly Room[]): string | undefined {
  const start = parseSlotTime(fields.startTime);
  if (rooms.length === 0 || start === null || start > LATEST_SEARCH_START || !isDate(fields.date))
    return undefined;
  return openStarts(rooms, fields.date).includes(start)
    ? undefined
    : `No room is open at ${clockTime(start)} on this day`;
}

/** Without a shown search, the headcount of the link that led to the page. */
export const listedHeadcount = ({ criteria, listedHeadcount: linked }: SearchContext): number =>
  criteria?.headcount ?? linked;

/** The times of the shown search; null when it is for any duration. */
export const askedTimes = ({ criteria }: Pick<SearchContext, 'criteria'>): AskedTimes | null =>
  criteria?.requestedRange ? { date: criteria.date, range: criteria.requestedRange } : null;

/** The rooms that seat the listed headcount (ruling 10) and have the chosen amenities, in the chosen order. */
export const fittingRooms = (context: SearchContext, rooms: readonly Room[]): readonly Room[] =>
  sortRooms(
    rooms.filter(
      (room) => room.roomCapacity >= listedHeadcount(context) && hasAmenities(room, context.amenities),
    ),
    context.sort,
    askedTimes(context),
  );

export type KnownDay = Pick<SlotsContext, 'room' | 'date' | 'taken'>;

/** Offered instead of taken times. */
const MAX_OTHER_ROOMS = 3;

/** Listed rooms that are known to be free at the times, the most similar in capacity first. */
export function otherFreeRooms(
  search: SearchContext | undefined,
  days: readonly KnownDay[],
  { room, date, range }: { readonly room: Room; readonly date: string; readonly range: SlotRange },
): readonly Room[] {
  const free = days
    .filter(
      (day) =>
        day.room.id !== room.id && day.date === date && isFree(day, range) && allowsLength(day.room, range),
    )
    .map((day) => day.room);
  const distance = (other: Room) => Math.abs(other.roomCapacity - room.roomCapacity);
  return [...(search ? fittingRooms(search, free) : free)]
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, MAX_OTHER_ROOMS);
}

/** False for a day that is not loaded. */
export const isKnownTaken = (
  days: readonly KnownDay[],
  roomId: number,
  date: string,
  range: SlotRange,
): boolean => days.some((day) => day.room.id === roomId && day.date === date && !isFree(day, range));

const isFree = ({ room, date, taken }: KnownDay, range: SlotRange): boolean =>
  isRangeFree({ taken, open: openRange(room.openingHours, date ?? '') }, range);

export interface RoomGroup {
  readonly match: Match;
  readonly rooms: readonly Room[];
}

/** Null without requested times, and before the result of their search. */
export const resultGroups = (
  rooms: readonly Room[] | null,
  wanted: SlotRange | null,
  found: readonly FoundMatch[],
): readonly RoomGroup[] | null => (rooms && wanted && found.length > 0 ? groupedRooms(rooms, found) : null);

/**
 * By the result of the search: the free rooms first, the full ones last. A room without a result was added
 * after the search and counts as free at another time.
 */
export function groupedRooms(rooms: readonly Room[], found: readonly FoundMatch[]): readonly RoomGroup[] {
  const matches = new Map(found.map(({ roomId, match }) => [roomId, match]));
  const groups: { match: Match; rooms: Room[] }[] = [];
  const matched = rooms.map((room) => ({ room, match: matches.get(room.id) ?? ('other-time' as const) }));
  for (const { room, match } of byMatch(matched)) {
    const last = groups.at(-1);
    if (last?.match === match) last.rooms.push(room);
    else groups.push({ match, rooms: [room] });
  }
  return groups;
}
