import { fullDate } from '../time/calendar.ts';
import { clockTime, parseSlotTime, slotTime, SLOTS_PER_DAY } from '../time/slots.ts';
import { brand } from './brand.ts';
import { eventPath } from './sitePaths.ts';

/** An event as the API returns it. */
interface ApiEvent {
  readonly id: number;
  readonly category: string;
  readonly title: string;
  readonly date: string | null;
  readonly start_time: string | null;
  readonly end_time: string | null;
  readonly place: string;
  readonly summary: string;
}

/** The API's times of the event: 'HH:MM:SS', null for an event that was entered without times. */
interface EventTimes {
  readonly startTime: string | null;
  readonly endTime: string | null;
}

/** 'Thursday 4 December 2025'. */
export const eventDayText = (date: string | null): string =>
  date === null ? 'Date to be announced' : fullDate(date);

/** '6:00 PM to 8:00 PM'; null for an event without times. */
export function eventTimesText({ startTime, endTime }: EventTimes): string | null {
  const start = parseSlotTime(startTime ?? '');
  const end = parseSlotTime(endTime ?? '');
  if (start === null || end === null) return null;
  return `${clockTime(start)} to ${end % SLOTS_PER_DAY === 0 ? 'midnight' : clockTime(end)}`;
}

/** The first line of an enquiry about an event. */
export const eventEnquiryText = ({ title, date }: Pick<ApiEvent, 'title' | 'date'>): string =>
  `About the event “${title}”${date === null ? '' : `, ${fullDate(date)}`}`;

/** '2025-12-04T18:00:00+05:30'; the date alone without a time. */
const instantInIndia = (date: string, time: string | null): string =>
  time === null ? date : `${date}T${time}+05:30`;

/** The end of an event at midnight is 23:59, because ISO times of one day end before 24:00. */
const endInIndia = (date: string, time: string | null): string =>
  instantInIndia(date, time === slotTime(SLOTS_PER_DAY) ? '23:59:59' : time);

/**
 * JSON-LD of an event for search engines; null without a date, which search engines require. `origin`: the public origin of the
 * site. `address`: that of the business, in whose halls the events are.
 */
export function eventStructuredData(event: ApiEvent, origin: string, address: string): object | null {
  const { id, title, date, start_time, end_time, place, summary } = event;
  if (date === null) return null;
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: title,
    ...(summary && { description: summary }),
    startDate: instantInIndia(date, start_time),
    endDate: endInIndia(date, end_time),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: { '@type': 'Place', name: place || brand.name, address },
    organizer: { '@type': 'Organization', name: brand.name, url: `${origin}/` },
    image: `${origin}/images/social-card.jpg`,
    url: `${origin}${eventPath(id)}`,
  };
}
