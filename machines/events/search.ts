import type { City } from '../../domain/validation.ts';
import type { Clock } from '../clock.ts';

/** The form's fields, all text. `startTime` is 'HH:MM:SS'. */
export interface SearchFields {
  readonly date: string;
  readonly headcount: string;
  readonly location: string;
  readonly startTime: string;
}

/** The valid search for which the rooms are shown. `startSlot` is a slot. */
export interface SearchCriteria {
  readonly date: string;
  readonly headcount: number;
  readonly city: City;
  readonly startSlot: number;
}

export type SearchEvent =
  | { type: 'search.changed'; field: keyof SearchFields; value: string }
  /** One person more or fewer. */
  | { type: 'search.headcountStepped'; by: 1 | -1 }
  /** Today (0) or a day soon after it. The date depends on the server's clock. */
  | { type: 'search.dayChosen'; daysAhead: number }
  | { type: 'search.submitted' }
  /** A link of the site with a headcount, or the offer of the largest room. */
  | { type: 'search.linked'; headcount: string }
  /**
   * The current day was checked: at midnight, after a sleep, or when the server has set the clock. `today` as in the
   * context.
   */
  | { type: 'search.todayChecked'; today: string | null };

export interface SearchInput {
  readonly clock: Clock;
  readonly persisted?: SearchFields | null;
}
