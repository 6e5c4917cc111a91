import type { Room } from '../contract/rooms.ts';
import { addDays, lastBookable } from '../domain/calendar.ts';
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

/** The rooms that seat the listed headcount (ruling 10). */
export const fittingRooms = (context: SearchContext, rooms: readonly Room[]): readonly Room[] =>
  rooms.filter(({ room_capacity: capacity }) => capacity >= listedHeadcount(context));
