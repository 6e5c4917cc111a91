import { isDate } from './calendar.ts';
import { AMENITIES, type Amenity, SORTS, type Sort } from './roomFilter.ts';
import { MINUTES_PER_SLOT, parseSlotTime, SLOTS_PER_DAY, slotTime } from './slots.ts';
import { CITIES } from './validation.ts';

/** What the address of the rooms says of a search: the fields of its form as text, and what its rooms are filtered by. */
export interface SearchAddress {
  /** IST date, 'YYYY-MM-DD'. */
  readonly date: string;
  readonly headcount: string;
  readonly location: string;
  /** 'HH:MM:SS', of any slot; '' for what is no start of a slot. */
  readonly startTime: string;
  /** Minutes, or '' for any. */
  readonly duration: string;
  readonly amenities: readonly Amenity[];
  readonly sort: Sort;
}

/** Longer queries are nobody's search. */
const MAX_LENGTH = 1000;

/** True for a headcount of the form: 1 to 9999. */
export const isHeadcount = (text: string): boolean => /^[1-9]\d{0,3}$/.test(text);

/** The number of slots of a duration of the form; null for '' (any) and for what is none. */
export function durationSlots(minutes: string): number | null {
  const slots = /^[1-9]\d{1,3}$/.test(minutes) ? Number(minutes) / MINUTES_PER_SLOT : 0;
  return Number.isInteger(slots) && slots > 0 && slots <= SLOTS_PER_DAY ? slots : null;
}

const readers: { [Field in keyof SearchAddress]: (text: string) => SearchAddress[Field] | null } = {
  date: (text) => (isDate(text) ? text : null),
  headcount: (text) => (isHeadcount(text) ? text : null),
  location: (text) => CITIES.find((city) => city === text) ?? null,
  // A time at which no search starts stays in the form, which says so, instead of becoming the usual one.
  startTime: (text) => {
    const slot = parseSlotTime(text);
    return slot === null || slot === SLOTS_PER_DAY ? '' : slotTime(slot);
  },
  duration: (text) => (durationSlots(text) === null ? null : text),
  amenities: (text) => AMENITIES.filter((amenity) => text.split(',').includes(amenity)),
  sort: (text) => SORTS.find((sort) => sort === text) ?? null,
};

/** The names in the address. */
const names = {
  date: 'date',
  headcount: 'headcount',
  location: 'location',
  startTime: 'start',
  duration: 'duration',
  amenities: 'amenities',
  sort: 'sort',
} as const satisfies Record<keyof SearchAddress, string>;

/**
 * Reads the query of an address. What is missing, repeated or no value of its field is left out, so nobody's address can
 * bring the page into a state that the form could not. A start is kept as far as it is a time: the form refuses it.
 */
export function parseSearchAddress(query: string): Partial<SearchAddress> {
  const read: Partial<Record<keyof SearchAddress, unknown>> = {};
  if (query.length > MAX_LENGTH) return {};
  const parameters = new URLSearchParams(query);
  for (const field of Object.keys(names) as (keyof SearchAddress)[]) {
    const values = parameters.getAll(names[field]);
    const value = values.length === 1 ? readers[field](values[0] as string) : null;
    if (value !== null) read[field] = value;
  }
  return read as Partial<SearchAddress>;
}

/** The query of a search, with its question mark; the same for the same search. */
export function searchQuery(search: SearchAddress): string {
  const parameters = new URLSearchParams({
    date: search.date,
    headcount: search.headcount,
    start: search.startTime.slice(0, 5),
  });
  if (search.location !== CITIES[0]) parameters.set('location', search.location);
  if (search.duration !== '') parameters.set('duration', search.duration);
  const amenities = AMENITIES.filter((amenity) => search.amenities.includes(amenity));
  if (amenities.length > 0) parameters.set('amenities', amenities.join(','));
  if (search.sort !== 'listed') parameters.set('sort', search.sort);
  return `?${parameters}`;
}
