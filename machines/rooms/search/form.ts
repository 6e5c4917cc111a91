import { assign, emit } from 'xstate';
import { addDays, dateAt, validateDate } from '../../../domain/time/calendar.ts';
import {
  DEFAULT_SEARCH_START,
  LATEST_SEARCH_START,
  parseSlotTime,
  SLOTS_PER_DAY,
  slotTime,
} from '../../../domain/time/slots.ts';
import { durationSlots, isHeadcount, INVALID_DURATION } from '../../../domain/rooms/searchParams.ts';
import { CITIES } from '../../../domain/rooms/city.ts';
import type { PersistedSearch, SearchEvent, SearchFields } from './events.ts';
import { isUnsynced, type SearchContext, type SearchErrors, searchSetup } from './setup.ts';

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

/** By field (spec 5); empty when the form is valid. */
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

/** An earlier version of the page may have stored it. */
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

/**
 * A typed headcount that is below 1 or contains other characters than digits is ignored (spec 5); an emptied
 * field may stay empty.
 */
const isIgnored = (field: keyof SearchFields, value: string): boolean =>
  field === 'headcount' && value !== '' && !isHeadcount(value);

export const formSetup = searchSetup.extend({
  guards: {
    isValid: ({ context }) => Object.keys(validateSearch(context.fields, context.clock.now())).length === 0,
    /** A date that is invalid by the browser's clock may be valid by the server's. */
    mayBeValid: ({ context: { clock, fields } }) => fields.date !== '' && isUnsynced(clock),
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
    /** Also sets the date that was chosen relative to today. */
    setToday: assign(({ context: { fields, daysAhead } }, { today }: { today: string | null }) => {
      if (today === null || daysAhead === null) return { today };
      return { today, daysAhead: null, fields: { ...fields, date: addDays(today, daysAhead) } };
    }),
    showErrors: assign({
      errors: ({ context }) => validateSearch(context.fields, context.clock.now()),
    }),
    /** A form or link without a date has no errors. */
    showAddressErrors: assign({
      errors: ({ context: { clock, fields } }) =>
        fields.date === '' ? {} : validateSearch(fields, clock.now()),
    }),
    emitRejected: emit(({ context }) => ({
      type: 'searchRejected' as const,
      field: (Object.keys(context.errors)[0] ?? 'date') as keyof SearchFields,
    })),
  },
});

type EventOf<Type extends SearchEvent['type']> = { event: Extract<SearchEvent, { type: Type }> };

/* The actions of the events that change the form. */
export const change = [
  { type: 'change', params: ({ event }: EventOf<'search.changed'>) => event },
  'persist',
] as const;
export const stepHeadcount = [
  { type: 'stepHeadcount', params: ({ event }: EventOf<'search.headcountStepped'>) => event },
  'persist',
] as const;
export const chooseDay = [
  { type: 'chooseDay', params: ({ event }: EventOf<'search.dayChosen'>) => event },
  'persist',
] as const;
