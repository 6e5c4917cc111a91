import { fullDate } from '../time/calendar.ts';
import { clockTime, slotTime, type SlotRange, SLOTS_PER_DAY } from '../time/slots.ts';
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

/** 'Thursday 4 December 2025'. */
export const eventDayText = (date: string | null): string =>
  date === null ? 'Date to be announced' : fullDate(date);

/** '6:00 PM to 8:00 PM'; null for an event without times. */
export const eventTimesText = (range: SlotRange | null): string | null =>
  range && `${clockTime(range.start)} to ${range.end === SLOTS_PER_DAY ? 'midnight' : clockTime(range.end)}`;

/** Whether an event has the words of the search box in one of its texts. */
export const isEventFound = (
  { title, category, place, summary }: Pick<ApiEvent, 'title' | 'category' | 'place' | 'summary'>,
  search: string,
): boolean => [title, category, place, summary].join(' ').toLowerCase().includes(search.trim().toLowerCase());

/** '1 of 2 coming events below'. */
export function foundEventsText(found: number, all: number): string {
  const events = `coming ${all === 1 ? 'event' : 'events'} below`;
  return found === all ? `${all} ${events}` : `${found} of ${all} ${events}`;
}

/** The message of an enquiry about an event: a first line that names it, unless the visitor's text already does. */
export function eventEnquiryText({ title, date }: Pick<ApiEvent, 'title' | 'date'>, typed: string): string {
  const about = `About the event “${title}”${date === null ? '' : `, ${fullDate(date)}`}`;
  return typed.includes(about) ? typed : [about, typed].filter(Boolean).join('\n');
}

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
