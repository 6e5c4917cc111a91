import { assertEvent, assign, fromPromise, setup } from 'xstate';
import type { Room } from '../contract/rooms.ts';
import type { SeriesGlance } from '../contract/series.ts';
import { FEWEST_DATES, type SeriesRhythm } from '../domain/series.ts';
import type { SlotRange } from '../domain/slots.ts';
import type { BookingSelection, SeriesDate } from './events/checkout.ts';
import type { SeriesEvent } from './events/series.ts';
import { type Failure, failureOf } from './failure.ts';
import { defineFlow } from './flow.ts';
import { sendToFlow } from './system.ts';

/** What is repeated, how often, and how many dates that makes. */
export interface SeriesQuestion {
  readonly room: Room;
  /** The first date (IST). */
  readonly date: string;
  readonly range: SlotRange;
  readonly every: SeriesRhythm;
  readonly count: number;
}

/** A date of the series as the server found it, or as it was exchanged. */
export interface GlancedDate extends SeriesDate {
  readonly state: SeriesGlance['state'];
  readonly alternatives: SeriesGlance['alternatives'];
}

export interface SeriesContext {
  /** The selection of the checkout when it was opened. */
  selection: BookingSelection | null;
  every: SeriesRhythm;
  count: number;
  dates: readonly GlancedDate[];
  failure: Failure | null;
}

/** True when every date is free and there are enough of them. */
export const isBookable = ({ dates }: Pick<SeriesContext, 'dates'>): boolean =>
  dates.length >= FEWEST_DATES && dates.every(({ state }) => state === 'free');

function questionOf({ selection, every, count }: SeriesContext): SeriesQuestion {
  if (!selection?.range) throw new Error('a series without times');
  const { room, date, range } = selection;
  return { room, date, range, every, count };
}

/** A selection of the first date of some in order of time, with all of them as its series. */
function selectionOf(dates: readonly SeriesDate[], every: SeriesRhythm): BookingSelection {
  const [first] = dates as [SeriesDate];
  return { ...first, series: { every, dates } };
}

/**
 * Repeating a booking every week or fortnight: the dates at a glance, those that are not free exchanged or left out one by
 * one, and all of them given to the checkout as one booking. Nothing is held before its CONFIRM.
 */
export const seriesMachine = setup({
  types: {
    context: {} as SeriesContext,
    events: {} as SeriesEvent,
    tags: {} as 'open' | 'busy',
  },
  actors: {
    glance: fromPromise<readonly GlancedDate[], SeriesQuestion>(() =>
      Promise.reject(new Error('glance is not provided')),
    ),
  },
  guards: {
    hasTimes: ({ event }) => event.type === 'series.opened' && event.selection.range !== null,
    isBookable: ({ context }) => isBookable(context),
  },
  actions: {
    open: assign(({ context, event }) => {
      assertEvent(event, 'series.opened');
      const { selection } = event;
      return {
        selection,
        every: selection.series?.every ?? context.every,
        count: selection.series?.dates.length ?? context.count,
        dates: [],
        failure: null,
      };
    }),
    setRhythm: assign(({ event }) => {
      assertEvent(event, 'series.rhythmChosen');
      return { every: event.every };
    }),
    setCount: assign(({ event }) => {
      assertEvent(event, 'series.countChosen');
      return { count: event.count };
    }),
    setDates: assign(({ event }) => ({
      dates: 'output' in event ? (event.output as readonly GlancedDate[]) : [],
      failure: null,
    })),
    setFailure: assign({ failure: ({ event }) => failureOf('error' in event ? event.error : null) }),
    exchange: assign(({ context, event }) => {
      assertEvent(event, 'series.exchanged');
      const { date, room, range } = event;
      const exchanged: GlancedDate = { date, room, range, state: 'free', alternatives: undefined };
      return { dates: context.dates.map((each) => (each.date === date ? exchanged : each)) };
    }),
    drop: assign(({ context, event }) => {
      assertEvent(event, 'series.dropped');
      return { dates: context.dates.filter(({ date }) => date !== event.date) };
    }),
    startCheckout: sendToFlow('checkout', ({ context: { dates, every } }) => ({
      type: 'checkout.started' as const,
      selection: selectionOf(
        dates.map(({ room, date, range }) => ({ room, date, range })),
        every,
      ),
    })),
  },
}).createMachine({
  id: 'series',
  context: { selection: null, every: 1, count: 4, dates: [], failure: null },
  initial: 'closed',
  on: {
    'series.opened': { guard: 'hasTimes', target: '.open', actions: 'open' },
  },
  states: {
    closed: {},
    open: {
      tags: ['open'],
      initial: 'looking',
      on: {
        'series.closed': 'closed',
        'series.rhythmChosen': { target: '.looking', actions: 'setRhythm' },
        'series.countChosen': { target: '.looking', actions: 'setCount' },
      },
      states: {
        looking: {
          description: 'The last dates stay in view meanwhile',
          tags: ['busy'],
          invoke: {
            id: 'glance',
            src: 'glance',
            input: ({ context }) => questionOf(context),
            onDone: { target: 'shown', actions: 'setDates' },
            onError: { target: 'failed', actions: 'setFailure' },
          },
        },
        failed: { on: { 'series.retried': 'looking' } },
        shown: {
          on: {
            'series.exchanged': { actions: 'exchange' },
            'series.dropped': { actions: 'drop' },
            'series.confirmed': { guard: 'isBookable', target: '#series.closed', actions: 'startCheckout' },
          },
        },
      },
    },
  },
});

interface Needs {
  readonly series: {
    /** The dates of a series, and which of them are free. */
    glance(question: SeriesQuestion, signal: AbortSignal): Promise<readonly GlancedDate[]>;
  };
}

const seriesFlow = defineFlow({
  id: 'series',
  machine: seriesMachine,
  needs: ['series'],
  provide: (machine, { series }: Needs) =>
    machine.provide({ actors: { glance: fromPromise(({ input, signal }) => series.glance(input, signal)) } }),
});

/** The flow of the checkout's section that repeats a booking. */
export const seriesFlows = [seriesFlow] as const;
