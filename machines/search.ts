import { assign, emit, fromPromise, raise, sendTo, setup } from 'xstate';
import { addDays, dateAt, dateProblem, instantOf } from '../domain/calendar.ts';
import { DEFAULT_SEARCH_START, LATEST_SEARCH_START, parseSlotTime, slotTime } from '../domain/slots.ts';
import { CITIES, type City } from '../domain/validation.ts';
import { type Clock, delayUntil } from './clock.ts';
import { to } from './system.ts';

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

export type SearchProblems = Partial<Record<keyof SearchFields, string>>;

export type SearchEvent =
  | { type: 'search.changed'; field: keyof SearchFields; value: string }
  /** Today (0) or a day soon after it: which date that is, only the clock says. */
  | { type: 'search.dayChosen'; daysAhead: number }
  | { type: 'search.submitted' }
  /** A link of the site asks for rooms of a size. */
  | { type: 'search.linked'; headcount: string }
  /** The clock has been looked at: at midnight, after a sleep, when the server has set it. As in `today` of the context. */
  | { type: 'search.dayIs'; today: string | null };

export interface SearchContext {
  clock: Clock;
  fields: SearchFields;
  problems: SearchProblems;
  criteria: SearchCriteria | null;
  /** The headcount that rooms are listed for while there are no criteria. */
  listedFor: number;
  /** The IST date of the server's clock; null while no answer of the server has set it. */
  today: string | null;
  /** The date was asked for as so many days from today while nobody was sure what today is. */
  daysAhead: number | null;
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

const isUnsure = (clock: Clock): boolean => clock.isUnsure?.() ?? false;

/** The IST date by a clock that the server has set, else null. */
export const surelyToday = (clock: Clock): string | null => (isUnsure(clock) ? null : dateAt(clock.now()));

const criteriaOf = (fields: SearchFields): SearchCriteria => ({
  date: fields.date,
  headcount: Number(fields.headcount),
  city: fields.location as City,
  startSlot: parseSlotTime(fields.startTime) ?? DEFAULT_SEARCH_START,
});

const areSame = (a: SearchCriteria, b: SearchCriteria): boolean =>
  a.date === b.date && a.headcount === b.headcount && a.city === b.city && a.startSlot === b.startSlot;

/** Typed headcounts of 0 or less, or with anything but digits, are ignored (spec 5); an emptied field may stay empty. */
const isIgnored = (field: keyof SearchFields, value: string): boolean =>
  field === 'headcount' && value !== '' && !isHeadcount(value);

const searchSetup = setup({
  types: {
    context: {} as SearchContext,
    events: {} as SearchEvent,
    input: {} as { clock: Clock; remembered?: SearchFields | null },
    emitted: {} as
      | { type: 'searchShown' }
      /** The form is not right: `field` is the first wrong one. */
      | { type: 'searchRefused'; field: keyof SearchFields },
    tags: {} as 'busy',
  },
  actors: {
    /** Settles once an answer of the server has set the clock, or none can be had. */
    setClock: fromPromise<void>(() => Promise.reject(new Error('setClock is not provided'))),
  },
  delays: {
    untilTomorrow: ({ context: { clock } }) =>
      delayUntil(instantOf(addDays(dateAt(clock.now()), 1), 0), clock),
  },
  guards: {
    isRight: ({ context }) => Object.keys(searchProblems(context.fields, context.clock.now())).length === 0,
    isClockUnsure: ({ context }) => isUnsure(context.clock),
    /** A date that is wrong by the browser's clock may be right by the server's. */
    mayBeRight: ({ context: { clock, fields } }) => fields.date !== '' && isUnsure(clock),
    hasResults: ({ context }) => context.criteria !== null,
    /** The form is not what the rooms are shown for. */
    isEdited: ({ context }) =>
      context.criteria !== null && !areSame(context.criteria, criteriaOf(context.fields)),
    isRestored: ({ context }) =>
      context.criteria !== null && areSame(context.criteria, criteriaOf(context.fields)),
    areResultsOver: ({ context: { criteria, today } }) =>
      criteria !== null && today !== null && criteria.date < today,
  },
  actions: {
    change: assign(({ context, event }) => {
      if (event.type !== 'search.changed' || isIgnored(event.field, event.value)) return {};
      const { [event.field]: _mended, ...problems } = context.problems;
      return {
        fields: { ...context.fields, [event.field]: event.value },
        problems,
        daysAhead: event.field === 'date' ? null : context.daysAhead,
      };
    }),
    chooseDay: assign(({ context: { clock, fields, problems }, event }) => {
      if (event.type !== 'search.dayChosen') return {};
      const { date: _mended, ...others } = problems;
      return {
        fields: { ...fields, date: addDays(dateAt(clock.now()), event.daysAhead) },
        problems: others,
        daysAhead: isUnsure(clock) ? event.daysAhead : null,
      };
    }),
    takeLink: assign(({ context, event }) =>
      event.type === 'search.linked' && isHeadcount(event.headcount)
        ? {
            fields: { ...context.fields, headcount: event.headcount },
            listedFor: Number(event.headcount),
          }
        : {},
    ),
    /** What day it is, and with it which date was meant by a day counted from it. */
    takeToday: assign(({ context: { clock, fields, daysAhead }, event }) => {
      const today = event.type === 'search.dayIs' ? event.today : surelyToday(clock);
      if (today === null || daysAhead === null) return { today };
      return { today, daysAhead: null, fields: { ...fields, date: addDays(today, daysAhead) } };
    }),
    lookAtDay: raise(({ context }) => ({
      type: 'search.dayIs' as const,
      today: surelyToday(context.clock),
    })),
    apply: assign({ criteria: ({ context }) => criteriaOf(context.fields), problems: {} }),
    /** Nothing of a day that is over can be booked. */
    dropResults: assign({
      listedFor: ({ context }) => context.criteria?.headcount ?? context.listedFor,
      criteria: null,
    }),
    showProblems: assign({
      problems: ({ context }) => searchProblems(context.fields, context.clock.now()),
    }),
    announce: sendTo(to('root'), ({ context }) => ({
      type: 'search.applied' as const,
      criteria: criteriaOf(context.fields),
    })),
    announceEdit: sendTo(to('root'), { type: 'search.edited', isEdited: true }),
    announceRestored: sendTo(to('root'), { type: 'search.edited', isEdited: false }),
    announceEnd: sendTo(to('root'), { type: 'search.ended' }),
    emitShown: emit({ type: 'searchShown' }),
    emitRefused: emit(({ context }) => ({
      type: 'searchRefused' as const,
      field: (Object.keys(context.problems)[0] ?? 'date') as keyof SearchFields,
    })),
    remember: () => {
      // Keeps the form over a reload; provided by the composition root.
    },
  },
});

/** In every state that lasts, midnight comes. */
const untilMidnight = searchSetup.createStateConfig({ after: { untilTomorrow: { actions: 'lookAtDay' } } });

/**
 * What the visitor is looking for: date, headcount, location and start time, and since when the rooms show it. Which day it
 * is comes from the server's clock (ruling 4), at the press and not before.
 */
export const searchMachine = searchSetup.createMachine({
  id: 'search',
  context: ({ input }) => ({
    clock: input.clock,
    fields: input.remembered ?? emptySearch,
    problems: {},
    criteria: null,
    listedFor: 1,
    today: null,
    daysAhead: null,
  }),
  initial: 'recalling',
  on: {
    'search.changed': { actions: ['change', 'remember'] },
    'search.dayChosen': { actions: ['chooseDay', 'remember'] },
    'search.linked': { target: '.linking', actions: ['takeLink', 'remember'] },
    'search.dayIs': { target: '.settling', actions: ['takeToday', 'remember'] },
    'search.submitted': [
      { guard: 'isClockUnsure', target: '.settingClock' },
      {
        guard: 'isRight',
        target: '.showing',
        actions: ['apply', 'announce', 'emitShown'],
        reenter: true,
      },
      { actions: ['showProblems', 'emitRefused'] },
    ],
  },
  states: {
    /** A remembered search is shown again at once, as after a reload. */
    recalling: {
      entry: 'takeToday',
      always: [
        { guard: 'isRight', target: 'showing', actions: ['apply', 'announce'] },
        { guard: 'mayBeRight', target: 'waitingForClock' },
        { target: 'asking' },
      ],
    },
    /** The first answer of the server shows whether the remembered search holds, unless the visitor goes on meanwhile. */
    waitingForClock: {
      on: {
        'search.dayIs': 'recalling',
        'search.changed': { target: 'asking', actions: ['change', 'remember'] },
        'search.dayChosen': { target: 'asking', actions: ['chooseDay', 'remember'] },
      },
    },
    /** With a date, a link shows its rooms at once. */
    linking: {
      always: [
        { guard: 'isRight', target: 'showing', actions: ['apply', 'announce'] },
        { target: 'settling' },
      ],
    },
    asking: untilMidnight,
    showing: {
      ...untilMidnight,
      always: { guard: 'isEdited', target: 'outdated', actions: 'announceEdit' },
    },
    /** The form has been changed since View Slots: what is shown is not what is asked for, and cannot be booked. */
    outdated: {
      ...untilMidnight,
      always: { guard: 'isRestored', target: 'showing', actions: 'announceRestored' },
    },
    /** Before the first answer the browser's clock may be any: the server is asked first, and decides when it is away. */
    settingClock: {
      tags: ['busy'],
      invoke: {
        id: 'setClock',
        src: 'setClock',
        onDone: { target: 'judging', actions: ['takeToday', 'remember'] },
        onError: 'judging',
      },
      on: {
        'search.dayIs': { actions: 'takeToday' },
        'search.changed': { target: 'settling', actions: ['change', 'remember'] },
        'search.dayChosen': { target: 'settling', actions: ['chooseDay', 'remember'] },
      },
    },
    judging: {
      always: [
        { guard: 'isRight', target: 'showing', actions: ['apply', 'announce', 'emitShown'] },
        { target: 'settling', actions: ['showProblems', 'emitRefused'] },
      ],
    },
    /** Whether what is shown holds for today and for the form. */
    settling: {
      always: [
        {
          guard: 'areResultsOver',
          target: 'asking',
          actions: ['dropResults', 'showProblems', 'announceEnd'],
        },
        { guard: 'isEdited', target: 'outdated', actions: 'announceEdit' },
        { guard: 'hasResults', target: 'showing' },
        { target: 'asking' },
      ],
    },
  },
});
