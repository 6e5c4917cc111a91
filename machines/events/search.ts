import type { City } from '../../domain/validation.ts';
import type { Clock } from '../clock.ts';

/** The form as typed: everything is text, as the inputs hold it. `startTime` is 'HH:MM:SS'. */
export interface SearchFields {
  readonly date: string;
  readonly headcount: string;
  readonly location: string;
  readonly startTime: string;
}

/** What the rooms are shown for: the form once it was found right. `startSlot` is a slot number. */
export interface SearchCriteria {
  readonly date: string;
  readonly headcount: number;
  readonly city: City;
  readonly startSlot: number;
}

export type SearchEvent =
  | { type: 'search.changed'; field: keyof SearchFields; value: string }
  /** Today (0) or a day soon after it: which date that is, only the clock says. */
  | { type: 'search.dayChosen'; daysAhead: number }
  | { type: 'search.submitted' }
  /** A link of the site asks for rooms of a size. */
  | { type: 'search.linked'; headcount: string }
  /** The clock has been looked at: at midnight, after a sleep, when the server has set it. As in `today` of the context. */
  | { type: 'search.todayChecked'; today: string | null };

export interface SearchInput {
  readonly clock: Clock;
  readonly persisted?: SearchFields | null;
}
