import type { Amenity } from '../../domain/roomFields.ts';
import type { Sort } from '../../domain/roomFilter.ts';
import type { SlotRange } from '../../domain/slots.ts';
import type { City } from '../../domain/validation.ts';
import type { Clock } from '../clock.ts';

/** The form's fields, all text. `startTime` is 'HH:MM:SS'; `duration` is in minutes, or '' for any. */
export interface SearchFields {
  readonly date: string;
  readonly headcount: string;
  readonly location: string;
  readonly startTime: string;
  readonly duration: string;
}

/** The valid search for which the rooms are shown. `startSlot` is a slot; `wanted` is missing for any duration. */
export interface SearchCriteria {
  readonly date: string;
  readonly headcount: number;
  readonly city: City;
  readonly startSlot: number;
  readonly requestedRange?: SlotRange;
}

/** The form and the filters kept over a reload; an earlier version of the page kept fewer of them. */
export interface PersistedSearch extends Omit<SearchFields, 'duration'> {
  readonly duration?: string;
  readonly amenities?: readonly Amenity[];
  readonly sort?: Sort;
  /** The query of the address at that time. */
  readonly query?: string;
}

export type SearchEvent =
  | { type: 'search.changed'; field: keyof SearchFields; value: string }
  /** One person more or fewer. */
  | { type: 'search.headcountStepped'; by: 1 | -1 }
  /** Today (0) or a day soon after it. The date depends on the server's clock. */
  | { type: 'search.dayChosen'; daysAhead: number }
  | { type: 'search.submitted' }
  /** The rooms are filtered by an amenity, or not any more. */
  | { type: 'search.amenityToggled'; amenity: Amenity }
  | { type: 'search.sorted'; sort: Sort }
  /** The page of the rooms has been reached, or its query has changed; `query` with its question mark, or ''. */
  | { type: 'search.arrived'; query: string }
  /**
   * The current day was checked: at midnight, after a sleep, or when the server has set the clock. `today` as in the
   * context.
   */
  | { type: 'search.todayChecked'; today: string | null };

export interface SearchInput {
  readonly clock: Clock;
  readonly persisted?: PersistedSearch | null;
}
