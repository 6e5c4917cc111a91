import type { Amenity } from '../../../domain/rooms/roomFields.ts';
import type { Sort } from '../../../domain/rooms/roomFilter.ts';
import type { SlotRange } from '../../../domain/time/slots.ts';
import type { City } from '../../../domain/rooms/city.ts';
import type { Clock } from '../../engine/clock.ts';

/** All text. `startTime` is 'HH:MM:SS'; `duration` is in minutes, or '' for any. */
export interface SearchFields {
  readonly date: string;
  readonly headcount: string;
  readonly location: string;
  readonly startTime: string;
  readonly duration: string;
}

/** The valid search for which the rooms are shown. `startSlot` is a slot; `requestedRange` is missing for any duration. */
export interface SearchCriteria {
  readonly date: string;
  readonly headcount: number;
  readonly city: City;
  readonly startSlot: number;
  readonly requestedRange?: SlotRange;
}

/** Kept over a reload. An earlier version of the page stored fewer fields. */
export interface PersistedSearch extends Omit<SearchFields, 'duration'> {
  readonly duration?: string;
  readonly amenities?: readonly Amenity[];
  readonly sort?: Sort;
  /** The query string of the URL at that time. */
  readonly query?: string;
}

export type SearchEvent =
  | { type: 'search.changed'; field: keyof SearchFields; value: string }
  | { type: 'search.headcountStepped'; by: 1 | -1 }
  /** Today is 0. The date depends on the server's clock. */
  | { type: 'search.dayChosen'; daysAhead: number }
  | { type: 'search.submitted' }
  | { type: 'search.amenityToggled'; amenity: Amenity }
  | { type: 'search.sorted'; sort: Sort }
  /** The rooms page has been reached, or its query has changed. `query` includes its question mark, or is ''. */
  | { type: 'search.arrived'; query: string }
  /** The page is visible or online again, perhaps after the computer was asleep, or the server has set the clock. */
  | { type: 'app.resumed' }
  /** At midnight, or after one of these events. `today` is as in the context. */
  | { type: 'search.todayChecked'; today: string | null };

export interface SearchInput {
  readonly clock: Clock;
  readonly persisted?: PersistedSearch | null;
}

declare module '../../engine/system.ts' {
  interface EventsByFlow {
    search: SearchEvent;
  }
}

declare module '../../engine/visit.ts' {
  interface PersistedState {
    readonly search?: PersistedSearch | null;
  }
}
