import { assign, sendTo, setup } from 'xstate';
import { dateProblem } from '../domain/calendar.ts';
import { DEFAULT_SEARCH_START, LATEST_SEARCH_START, parseSlotTime, slotTime } from '../domain/slots.ts';
import { CITIES, type City } from '../domain/validation.ts';
import type { Clock } from './clock.ts';
import { to } from './system.ts';

/** The form as typed: everything is text, as the inputs hold it. `startTime` is 'HH:MM:SS'. */
export interface SearchFields {
  readonly date: string;
  readonly headcount: string;
  readonly location: string;
  readonly startTime: string;
}

/** What the rooms are shown for: the form once it was found right. `startSlot` is a half-hour index. */
export interface SearchCriteria {
  readonly date: string;
  readonly headcount: number;
  readonly city: City;
  readonly startSlot: number;
}

export type SearchProblems = Partial<Record<keyof SearchFields, string>>;

export type SearchEvent =
  { type: 'search.changed'; field: keyof SearchFields; value: string } | { type: 'search.submitted' };

export interface SearchContext {
  clock: Clock;
  fields: SearchFields;
  problems: SearchProblems;
  criteria: SearchCriteria | null;
}

export const emptySearch: SearchFields = {
  date: '',
  headcount: '1',
  location: CITIES[0],
  startTime: slotTime(DEFAULT_SEARCH_START),
};

const dateProblems = {
  'not-a-date': 'Choose a date',
  past: 'Choose today or a later date',
  'too-far': 'Rooms can be booked up to six months ahead',
} as const;

/** What is wrong with the form (spec 5), by field; empty when it can be used. */
function searchProblems(fields: SearchFields, now: number): SearchProblems {
  const problems: SearchProblems = {};
  const date = dateProblem(fields.date, now);
  if (date) problems.date = dateProblems[date];
  if (!isHeadcount(fields.headcount)) problems.headcount = 'Enter how many people, at least 1';
  if (!CITIES.some((city) => city === fields.location)) problems.location = 'Choose a location';
  const start = parseSlotTime(fields.startTime);
  if (start === null || start > LATEST_SEARCH_START) {
    problems.startTime = 'Choose a start time between 12:00 AM and 8:00 PM';
  }
  return problems;
}

const isHeadcount = (text: string): boolean => /^[1-9]\d{0,3}$/.test(text);

const criteriaOf = (fields: SearchFields): SearchCriteria => ({
  date: fields.date,
  headcount: Number(fields.headcount),
  city: fields.location as City,
  startSlot: parseSlotTime(fields.startTime) ?? DEFAULT_SEARCH_START,
});

/** Typed headcounts of 0 or less, or with anything but digits, are ignored (spec 5); an emptied field may stay empty. */
const isIgnored = (field: keyof SearchFields, value: string): boolean =>
  field === 'headcount' && value !== '' && !isHeadcount(value);

/** What the visitor is looking for: date, headcount, location and start time, and since when the rooms show it. */
export const searchMachine = setup({
  types: {
    context: {} as SearchContext,
    events: {} as SearchEvent,
    input: {} as { clock: Clock; remembered?: SearchFields | null },
  },
  guards: {
    isRight: ({ context }) => Object.keys(searchProblems(context.fields, context.clock.now())).length === 0,
  },
  actions: {
    change: assign(({ context, event }) => {
      if (event.type !== 'search.changed' || isIgnored(event.field, event.value)) return {};
      const { [event.field]: _mended, ...problems } = context.problems;
      return { fields: { ...context.fields, [event.field]: event.value }, problems };
    }),
    apply: assign({ criteria: ({ context }) => criteriaOf(context.fields), problems: {} }),
    tellProblems: assign({
      problems: ({ context }) => searchProblems(context.fields, context.clock.now()),
    }),
    announce: sendTo(to('root'), ({ context }) => ({
      type: 'search.applied' as const,
      criteria: criteriaOf(context.fields),
    })),
    remember: () => {
      // Keeps the form over a reload; provided by the composition root.
    },
  },
}).createMachine({
  id: 'search',
  context: ({ input }) => ({
    clock: input.clock,
    fields: input.remembered ?? emptySearch,
    problems: {},
    criteria: null,
  }),
  initial: 'recalling',
  on: {
    'search.changed': { actions: ['change', 'remember'] },
    'search.submitted': [
      { guard: 'isRight', target: '.showing', actions: ['apply', 'announce'], reenter: true },
      { actions: 'tellProblems' },
    ],
  },
  states: {
    /** A remembered search is shown again at once, as after a reload. */
    recalling: {
      always: [{ guard: 'isRight', target: 'showing', actions: ['apply', 'announce'] }, { target: 'asking' }],
    },
    asking: {},
    showing: {},
  },
});
