import { assign } from 'xstate';
import { MINUTES_PER_SLOT, slotTime } from '../../../domain/time/slots.ts';
import type { Amenity } from '../../../domain/rooms/roomFields.ts';
import type { Sort } from '../../../domain/rooms/roomFilter.ts';
import { parseSearchParams, searchQuery } from '../../../domain/rooms/searchParams.ts';
import { sendToFlow } from '../../engine/system.ts';
import { criteriaSetup } from './criteria.ts';
import { emptySearch } from './form.ts';
import type { SearchContext } from './setup.ts';

/** '' while no search is shown. */
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

/** The URL contains the search, the filter and the sort order. */
export const addressSetup = criteriaSetup.extend({
  guards: {
    /** False when this machine has changed the URL, or when a reload finds the same URL. */
    isOtherSearch: ({ context }, { query }: { query: string }) =>
      query !== context.query && query !== shownQuery(context) && requestedSearch(context, query) !== null,
  },
  actions: {
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
     * Recorded before the router has reached the URL: if the visitor goes back in the meantime, the previous
     * search is shown.
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
  },
});
