import type { RoomGroup } from '../../../machines/rooms/search/view.ts';
import type { Match } from '../../../domain/rooms/roomMatch.ts';
import { rangeText } from '../../../domain/time/ranges.ts';
import type { SlotRange } from '../../../domain/time/slots.ts';
import type { Amenity } from '../../../domain/rooms/roomFields.ts';
import { amenityName, peopleText } from '../../../domain/rooms/roomTexts.ts';
import { fullDate } from '../../../domain/time/calendar.ts';
import type { SearchCriteria } from '../../../machines/rooms/search/events.ts';

export const groupHeading = (match: Match, wanted: SlotRange): string =>
  ({
    free: `Free ${rangeText(wanted)}`,
    'other-time': 'Free at another time that day',
    full: 'Full that day',
  })[match];

const countTexts = {
  free: (count: number, wanted: SlotRange) => `${count} free ${rangeText(wanted)}`,
  'other-time': (count: number) => `${count} at another time`,
  full: (count: number) => `${count} full`,
};

/** '3 free 3:00–5:00 PM, 4 at another time, 2 full'. */
const resultsText = (groups: readonly RoomGroup[], wanted: SlotRange): string =>
  (['free', 'other-time', 'full'] as const)
    .flatMap((match) => {
      const count = groups.find((group) => group.match === match)?.rooms.length ?? 0;
      return count > 0 || match === 'free' ? [countTexts[match](count, wanted)] : [];
    })
    .join(', ');

/** 'Times on Monday 23 November: 3 free 3:00–5:00 PM, 2 full'. */
export function timesText(
  criteria: Pick<SearchCriteria, 'date' | 'requestedRange'> | null,
  groups: readonly RoomGroup[] | null,
): string {
  if (!criteria) return 'Choose a date above to see when they are free';
  const { date, requestedRange } = criteria;
  const counts = requestedRange && groups ? `: ${resultsText(groups, requestedRange)}` : '';
  return `Times on ${fullDate(date)}${counts}`;
}

/** '3 rooms for 10 people with Wi-Fi and TV'. */
export function foundText(count: number, headcount: number, amenities: readonly Amenity[]): string {
  const names = amenities.map(amenityName);
  const last = names.pop();
  const required =
    last === undefined ? '' : ` with ${names.length > 0 ? `${names.join(', ')} and ` : ''}${last}`;
  return `${count} ${count === 1 ? 'room' : 'rooms'} for ${peopleText(headcount)}${required}`;
}
