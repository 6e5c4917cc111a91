import type { Room } from '../contract/rooms.ts';
import { addDays, lastBookable } from '../domain/calendar.ts';
import { hasAmenities, sortRooms } from '../domain/roomFilter.ts';
import { byMatch, type Match } from '../domain/roomMatch.ts';
import type { FoundMatch } from './events/results.ts';
import type { SearchContext } from './search.ts';

/* What the page of the rooms shows of the search; apart from its machine, which every page loads. */

/** The dates that can be booked; null while today is unknown: no bounds are better than wrong ones. */
export const bookableDates = ({ today }: SearchContext): { first: string; last: string } | null =>
  today === null ? null : { first: today, last: lastBookable(today) };

/** True when the form holds the date a number of days from today. */
export const isDayChosen = ({ today, fields }: SearchContext, daysAhead: number): boolean =>
  today !== null && fields.date === addDays(today, daysAhead);

/** The headcount of the shown search, or of the link that was followed while there is none. */
export const listedHeadcount = ({ criteria, listedHeadcount: linked }: SearchContext): number =>
  criteria?.headcount ?? linked;

/** The rooms that seat the listed headcount (ruling 10) and have the chosen amenities, in the chosen order. */
export const fittingRooms = (context: SearchContext, rooms: readonly Room[]): readonly Room[] =>
  sortRooms(
    rooms.filter(
      (room) => room.room_capacity >= listedHeadcount(context) && hasAmenities(room, context.amenities),
    ),
    context.sort,
  );

/** Rooms of one answer to the wanted time. */
export interface RoomGroup {
  readonly match: Match;
  readonly rooms: readonly Room[];
}

/**
 * The rooms by what the search found in them: the free ones first, the full ones last. A room that the search does not know,
 * because it was opened since, counts as free at another time.
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
