import { fromPromise, raise, setup } from 'xstate';
import { addDays, dateAt, instantOf } from '../../../domain/time/calendar.ts';
import type { Amenity } from '../../../domain/rooms/roomFields.ts';
import type { Sort } from '../../../domain/rooms/roomFilter.ts';
import { type Clock, delayUntil } from '../../engine/clock.ts';
import type { SearchCriteria, SearchEvent, SearchFields, SearchInput } from './events.ts';

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
  /** An IST date by the server's clock; null before a server response has set the clock. */
  today: string | null;
  /** The chosen date as a number of days from today, when it was chosen before the clock was synced. */
  daysAhead: number | null;
}

export const isUnsynced = (clock: Clock): boolean => clock.isUnsynced?.() ?? false;

/** An IST date; null while the clock is not synced. */
export const confirmedToday = (clock: Clock): string | null =>
  isUnsynced(clock) ? null : dateAt(clock.now());

/** Extended by the form, the criteria and the address, in this order. */
export const searchSetup = setup({
  types: {
    context: {} as SearchContext,
    events: {} as SearchEvent,
    input: {} as SearchInput,
    emitted: {} as
      | { type: 'searchShown' }
      /** `field` is the first invalid field. */
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
    isClockUnsynced: ({ context }) => isUnsynced(context.clock),
  },
  actions: {
    checkToday: raise(({ context }) => ({
      type: 'search.todayChecked' as const,
      today: confirmedToday(context.clock),
    })),
    persist: () => {
      // Saves the form; provided by the composition root.
    },
  },
});
