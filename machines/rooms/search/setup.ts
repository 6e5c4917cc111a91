import { assign, emit, fromPromise, raise, setup } from 'xstate';
import { addDays, dateAt, instantOf, validateDate } from '../../../domain/time/calendar.ts';
import {
  DEFAULT_SEARCH_START,
  LATEST_SEARCH_START,
  MINUTES_PER_SLOT,
  parseSlotTime,
  SLOTS_PER_DAY,
  slotTime,
} from '../../../domain/time/slots.ts';
import type { Amenity } from '../../../domain/rooms/roomFields.ts';
import type { Sort } from '../../../domain/rooms/roomFilter.ts';
import {
  durationSlots,
  isHeadcount,
  parseSearchParams,
  searchQuery,
  INVALID_DURATION,
} from '../../../domain/rooms/searchParams.ts';
import { CITIES, type City } from '../../../domain/text/validation.ts';
import { type Clock, delayUntil } from '../../engine/clock.ts';
import { sendToFlow } from '../../engine/system.ts';
import type { PersistedSearch, SearchCriteria, SearchEvent, SearchFields, SearchInput } from './events.ts';

export type SearchErrors = Partial<Record<keyof SearchFields, string>>;

export interface SearchContext {
  clock: Clock;
  fields: SearchFields;
  errors: SearchErrors;
  criteria: SearchCriteria | null;
  /** The filter and the sort order of the shown rooms; they are not fields of the form. */
  amenities: readonly Amenity[];
  sort: Sort;
  /** The query string of the URL when the page was last reached. */
  query: string;
  /** The headcount by which rooms are listed while there are no criteria. */
  listedHeadcount: number;
  /** Today's IST date by the server's clock; null before a server response has set it. */
  today: string | null;
  /** The chosen date as a number of days from today, when it was chosen before the clock was synced. */
  daysAhead: number | null;
}

export const emptySearch: SearchFields = {
  date: '',
  headcount: '1',
  location: CITIES[0],
  startTime: slotTime(DEFAULT_SEARCH_START),
  duration: '',
};

const dateErrors = {
  'not-a-date': 'Choose a date',
  past: 'Choose today or a later date',
  'too-far': 'Rooms can be booked up to six months ahead',
} as const;

/** The validation errors of the form (spec 5) by field; empty when it is valid. */
function validateSearch(fields: SearchFields, now: number): SearchErrors {
  const errors: SearchErrors = {};
  const date = validateDate(fields.date, now);
  if (date) errors.date = dateErrors[date];
  if (!isHeadcount(fields.headcount)) errors.headcount = 'Enter how many people, at least 1';
  if (!CITIES.some((city) => city === fields.location)) errors.location = 'Choose a location';
  const start = parseSlotTime(fields.startTime);
  if (fields.duration === INVALID_DURATION) errors.duration = 'Choose how long, or Any';
  if (start === null || start > LATEST_SEARCH_START) {
    errors.startTime = 'Choose a start time up to 8:00 PM';
  } else if (start + (durationSlots(fields.duration) ?? 0) > SLOTS_PER_DAY) {
    errors.duration = 'Choose a shorter time: it must end by midnight';
  }
  return errors;
}

const isUnsynced = (clock: Clock): boolean => clock.isUnsynced?.() ?? false;

/** Today's IST date by a synced clock; null while the clock is not synced. */
export const confirmedToday = (clock: Clock): string | null =>
  isUnsynced(clock) ? null : dateAt(clock.now());

function criteriaOf(fields: SearchFields): SearchCriteria {
  const start = parseSlotTime(fields.startTime) ?? DEFAULT_SEARCH_START;
  const slots = durationSlots(fields.duration);
  return {
    date: fields.date,
    headcount: Number(fields.headcount),
    city: fields.location as City,
    startSlot: start,
    ...(slots !== null && { requestedRange: { start, end: start + slots } }),
  };
}

const isSameSearch = (a: SearchCriteria, b: SearchCriteria): boolean =>
  a.date === b.date &&
  a.headcount === b.headcount &&
  a.city === b.city &&
  a.startSlot === b.startSlot &&
  a.requestedRange?.end === b.requestedRange?.end;

/** The form differs from the shown search. */
export const isSearchEdited = ({ criteria, fields }: SearchContext): boolean =>
  criteria !== null && !isSameSearch(criteria, criteriaOf(fields));

/** The query string of the shown search; '' while there is none. */
const shownQuery = ({ criteria, amenities, sort }: SearchContext): string =>
  criteria === null
    ? ''
    : searchQuery({
        date: criteria.date,
        headcount: String(criteria.headcount),
        location: criteria.city,
        startTime: slotTime(criteria.startSlot),
        duration: criteria.requestedRange
          ? String((criteria.requestedRange.end - criteria.requestedRange.start) * MINUTES_PER_SLOT)
          : '',
        amenities,
        sort,
      });

/** The search in a query string, completed by the form; null when the query string has no fields of a search. */
function requestedSearch({ fields }: SearchContext, query: string) {
  const { amenities, sort, ...requested } = parseSearchParams(query);
  if (Object.keys(requested).length === 0) return null;
  // A query with a date is a complete search; a link with only a headcount changes only the headcount.
  const unchanged = requested.date === undefined ? fields : emptySearch;
  return { fields: { ...unchanged, ...requested }, amenities, sort };
}

/** The form as this version of the page, or an earlier one, stored it. */
export function fieldsOf(persisted: PersistedSearch | null | undefined): SearchFields {
  if (!persisted) return emptySearch;
  const { date, headcount, location, startTime, duration = '' } = persisted;
  return { date, headcount, location, startTime, duration };
}

export const persistedOf = ({ fields, amenities, sort, query }: SearchContext): PersistedSearch => ({
  ...fields,
  amenities,
  sort,
  query,
});

/** A typed headcount that is below 1 or has anything but digits is ignored (spec 5); an emptied field may stay empty. */
const isIgnored = (field: keyof SearchFields, value: string): boolean =>
  field === 'headcount' && value !== '' && !isHeadcount(value);

/** The types, effects, guards, actions and delays of the search; its states are in search.ts. */
export const searchSetup = setup({
  types: {
    context: {} as SearchContext,
    events: {} as SearchEvent,
    input: {} as SearchInput,
    emitted: {} as
      | { type: 'searchShown' }
      /** The form is invalid; `field` is the first invalid field. */
      | { type: 'searchRejected'; field: keyof SearchFields },
    tags: {} as 'busy',
  },
  actors: {
    /** Resolves once a server response has set the clock; rejects when there is none. */
    setClock: fromPromise<void>(() => Promise.reject(new Error('setClock is not provided'))),
  },
  delays: {
    untilTomorrow: ({ context: { clock } }) =>
      delayUntil(instantOf(addDays(dateAt(clock.now()), 1), 0), clock),
  },
  guards: {
    isValid: ({ context }) => Object.keys(validateSearch(context.fields, context.clock.now())).length === 0,
    isClockUnsynced: ({ context }) => isUnsynced(context.clock),
    /** A date that is invalid by the browser's clock may be valid by the server's. */
    mayBeValid: ({ context: { clock, fields } }) => fields.date !== '' && isUnsynced(clock),
    hasResults: ({ context }) => context.criteria !== null,
    isEdited: ({ context }) => isSearchEdited(context),
    isRestored: ({ context }) =>
      context.criteria !== null && isSameSearch(context.criteria, criteriaOf(context.fields)),
    /**
     * The URL has another search than the shown one. It does not when this machine has changed the URL, or when a reload finds
     * the same URL.
     */
    isOtherSearch: ({ context }, { query }: { query: string }) =>
      query !== context.query && query !== shownQuery(context) && requestedSearch(context, query) !== null,
    areResultsPast: ({ context: { criteria, today } }) =>
      criteria !== null && today !== null && criteria.date < today,
  },
  actions: {
    change: assign(({ context }, { field, value }: { field: keyof SearchFields; value: string }) => {
      if (isIgnored(field, value)) return {};
      const { [field]: _corrected, ...errors } = context.errors;
      return {
        fields: { ...context.fields, [field]: value },
        errors,
        daysAhead: field === 'date' ? null : context.daysAhead,
      };
    }),
    stepHeadcount: assign(({ context: { fields, errors } }, { by }: { by: 1 | -1 }) => {
      const headcount = String((Number(fields.headcount) || 0) + by);
      if (!isHeadcount(headcount)) return {};
      const { headcount: _corrected, ...otherErrors } = errors;
      return { fields: { ...fields, headcount }, errors: otherErrors };
    }),
    chooseDay: assign(({ context: { clock, fields, errors } }, { daysAhead }: { daysAhead: number }) => {
      const { date: _corrected, ...otherErrors } = errors;
      return {
        fields: { ...fields, date: addDays(dateAt(clock.now()), daysAhead) },
        errors: otherErrors,
        daysAhead: isUnsynced(clock) ? daysAhead : null,
      };
    }),
    applyAddress: assign(({ context }, { query }: { query: string }) => {
      const requested = requestedSearch(context, query);
      if (requested === null) return {};
      return {
        fields: requested.fields,
        amenities: requested.amenities ?? [],
        sort: requested.sort ?? 'listed',
        listedHeadcount: Number(requested.fields.headcount) || context.listedHeadcount,
        errors: {},
        daysAhead: null,
      };
    }),
    recordAddress: assign((_, { query }: { query: string }) => ({ query })),
    /**
     * The URL of a submitted search is recorded before the router has reached it: if the visitor goes back in the meantime, the
     * previous search is shown.
     */
    recordShownAddress: assign({ query: ({ context }) => shownQuery(context) }),
    /** The URL follows the shown search. */
    replaceAddress: sendToFlow('navigation', ({ context }) => ({
      type: 'navigation.searched' as const,
      query: shownQuery(context),
      replaces: true,
    })),
    /** Each submitted search adds a history entry. */
    pushAddress: sendToFlow('navigation', ({ context }) => ({
      type: 'navigation.searched' as const,
      query: shownQuery(context),
      replaces: false,
    })),
    toggleAmenity: assign(({ context: { amenities } }, { amenity }: { amenity: Amenity }) => ({
      amenities: amenities.includes(amenity)
        ? amenities.filter((chosen) => chosen !== amenity)
        : [...amenities, amenity],
    })),
    setSort: assign((_, { sort }: { sort: Sort }) => ({ sort })),
    /** Sets today's date, and the date that was chosen relative to it. */
    setToday: assign(({ context: { fields, daysAhead } }, { today }: { today: string | null }) => {
      if (today === null || daysAhead === null) return { today };
      return { today, daysAhead: null, fields: { ...fields, date: addDays(today, daysAhead) } };
    }),
    checkToday: raise(({ context }) => ({
      type: 'search.todayChecked' as const,
      today: confirmedToday(context.clock),
    })),
    apply: assign({ criteria: ({ context }) => criteriaOf(context.fields), errors: {} }),
    /** No slot of a past day can be booked. */
    dropResults: assign({
      listedHeadcount: ({ context }) => context.criteria?.headcount ?? context.listedHeadcount,
      criteria: null,
    }),
    showErrors: assign({
      errors: ({ context }) => validateSearch(context.fields, context.clock.now()),
    }),
    /** A form or link without a date has no errors. */
    showAddressErrors: assign({
      errors: ({ context: { clock, fields } }) =>
        fields.date === '' ? {} : validateSearch(fields, clock.now()),
    }),
    announce: sendToFlow('rooms', ({ context }) => ({
      type: 'rooms.searched' as const,
      criteria: criteriaOf(context.fields),
    })),
    announceEdit: sendToFlow('rooms', { type: 'rooms.searchEdited', isEdited: true }),
    announceRestored: sendToFlow('rooms', { type: 'rooms.searchEdited', isEdited: false }),
    announceEnd: sendToFlow('rooms', { type: 'rooms.searchEnded' }),
    emitShown: emit({ type: 'searchShown' }),
    emitRejected: emit(({ context }) => ({
      type: 'searchRejected' as const,
      field: (Object.keys(context.errors)[0] ?? 'date') as keyof SearchFields,
    })),
    persist: () => {
      // Saves the form; provided by the composition root.
    },
  },
});
