import { isDate } from '../time/calendar.ts';
import type { Amenity } from './roomFields.ts';
import { FILTER_AMENITIES, SORTS, type Sort } from './roomFilter.ts';
import { MINUTES_PER_SLOT, parseSlotTime, SLOTS_PER_DAY, slotTime } from '../time/slots.ts';
import { parseDayFirst } from '../time/typedDate.ts';
import { CITIES } from './city.ts';

/** The search in the URL of the rooms page: the fields of the form as text, the filter and the sort order. */
export interface SearchParams {
  /** IST date, 'YYYY-MM-DD'. */
  readonly date: string;
  readonly headcount: string;
  readonly location: string;
  /** 'HH:MM:SS' of any slot; '' for a text that is not the start of a slot. */
  readonly startTime: string;
  /** Minutes, '' for any, or INVALID_DURATION. */
  readonly duration: string;
  readonly amenities: readonly Amenity[];
  readonly sort: Sort;
}

/** A longer query string is ignored. */
const MAX_LENGTH = 1000;

/** True for a valid headcount of the form: 1 to 9999. */
export const isHeadcount = (text: string): boolean => /^[1-9]\d{0,3}$/.test(text);

/** Replaces a duration that cannot be read; the form rejects it. */
export const INVALID_DURATION = '?';

/**
 * The number of slots that a duration of 1 to 9999 minutes needs: 45 minutes need two. It may be more than a day has. Null for
 * '' (any) and for any other text.
 */
export const durationSlots = (minutes: string): number | null =>
  /^[1-9]\d{0,3}$/.test(minutes) ? Math.ceil(Number(minutes) / MINUTES_PER_SLOT) : null;

const parsers: { [Field in keyof SearchParams]: (text: string) => SearchParams[Field] | null } = {
  // Before its script is loaded, the form of the home page sends the date as it is typed.
  date: (text) => (isDate(text) ? text : parseDayFirst(text)),
  headcount: (text) => (isHeadcount(text) ? text : null),
  location: (text) => CITIES.find((city) => city === text) ?? null,
  startTime: (text) => {
    const slot = parseSlotTime(text);
    return slot === null || slot === SLOTS_PER_DAY ? '' : slotTime(slot);
  },
  duration: (text) => {
    if (text === '') return '';
    const slots = durationSlots(text);
    return slots === null ? INVALID_DURATION : String(slots * MINUTES_PER_SLOT);
  },
  amenities: (text) => FILTER_AMENITIES.filter((amenity) => text.split(',').includes(amenity)),
  sort: (text) => SORTS.find((sort) => sort === text) ?? null,
};

const parameterNames = {
  date: 'date',
  headcount: 'headcount',
  location: 'location',
  startTime: 'start',
  duration: 'duration',
  amenities: 'amenities',
  sort: 'sort',
} as const satisfies Record<keyof SearchParams, string>;

/**
 * Parses the query string of the rooms page. A field that is missing or invalid is left out, so no URL can put the page into
 * a state that the form cannot. An invalid or repeated start or duration is kept for the form to reject: without it the page
 * would silently show another search. A duration becomes the number of whole slots that it needs.
 */
export function parseSearchParams(query: string): Partial<SearchParams> {
  const parsed: Partial<Record<keyof SearchParams, unknown>> = {};
  if (query.length > MAX_LENGTH) return {};
  const parameters = new URLSearchParams(query);
  for (const field of Object.keys(parameterNames) as (keyof SearchParams)[]) {
    const values = parameters.getAll(parameterNames[field]);
    const value = values.length > 0 ? parsers[field](values.join()) : null;
    if (value !== null) parsed[field] = value;
  }
  return parsed as Partial<SearchParams>;
}

/** With its question mark. Equal searches have equal query strings. */
export function searchQuery(search: SearchParams): string {
  const parameters = new URLSearchParams({
    date: search.date,
    headcount: search.headcount,
    start: search.startTime.slice(0, 5),
  });
  if (search.location !== CITIES[0]) parameters.set('location', search.location);
  if (search.duration !== '') parameters.set('duration', search.duration);
  const amenities = FILTER_AMENITIES.filter((amenity) => search.amenities.includes(amenity));
  if (amenities.length > 0) parameters.set('amenities', amenities.join(','));
  if (search.sort !== 'listed') parameters.set('sort', search.sort);
  return `?${parameters}`;
}
