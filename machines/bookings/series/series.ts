import { assign, fromPromise, setup } from 'xstate';
import type { SeriesInterval } from '../../../domain/bookings/series.ts';
import type { BookingSelection, SeriesDate, SeriesRequest } from '../../checkout/exports.ts';
import type { SeriesEvent } from './events.ts';
import {
  chosenDates,
  applyEarlierChoices,
  datesWithAlternatives,
  isBookable,
  type PreviewedDate,
} from './previewedDates.ts';
import { type Failure, failureOf } from '../../engine/failure.ts';
import { defineFlow } from '../../engine/flow.ts';
import { defineLiveFlow } from '../../rooms/exports.ts';
import { sendToFlow, toast } from '../../engine/system.ts';

export interface SeriesContext {
  selection: Pick<BookingSelection, 'room' | 'date' | 'range'> | null;
  every: SeriesInterval;
  count: number;
  dates: readonly PreviewedDate[];
  /**
   * The dates that were chosen before the series was opened again; empty once another interval or number of dates is chosen.
   */
  chosen: readonly SeriesDate[];
  failure: Failure | null;
}

function requestOf({ selection, every, count }: SeriesContext): SeriesRequest {
  if (!selection?.range) throw new Error('a series without times');
  const { room, date, range } = selection;
  return { room, date, range, every, count };
}

const chosenText = (number: number): string => `${number} ${number === 1 ? 'date is' : 'dates are'} chosen`;

/** The selection of the first date with all dates as its series, in order of time. */
function selectionOf(dates: readonly SeriesDate[], request: SeriesRequest): BookingSelection {
  const [first] = dates as [SeriesDate];
  return { ...first, series: { every: request.every, dates, request } };
}

/**
 * How long changes are collected before the dates are loaded again, because previews are limited per network.
 */
const COLLECT_MS = 3_000;

/**
 * Repeating a booking every week or every two weeks: the dates are previewed, dates that are not free are replaced or removed
 * one by one, and the checkout books all of them together. The dates on screen are the selection of the checkout as soon as all of
 * them can be booked; until then CONFIRM books nothing and says so. Nothing is held before CONFIRM.
 */
export const seriesMachine = setup({
  types: {
    context: {} as SeriesContext,
    events: {} as SeriesEvent,
    tags: {} as 'open' | 'busy' | 'bookable',
  },
  actors: {
    loadDates: fromPromise<readonly PreviewedDate[], SeriesRequest>(() =>
      Promise.reject(new Error('loadDates is not provided')),
    ),
  },
  delays: { collect: COLLECT_MS },
  guards: {
    hasAlternatives: ({ context }) => datesWithAlternatives(context).length > 0,
    hasTimes: (_, { range }: BookingSelection) => range !== null,
    isBookable: ({ context }) => isBookable(context),
  },
  actions: {
    open: assign(({ context }, { series, ...selection }: BookingSelection) => ({
      selection: series?.request ?? selection,
      every: series?.every ?? context.every,
      count: series?.request?.count ?? series?.dates.length ?? context.count,
      dates: [],
      chosen: (series?.request && series.dates) ?? [],
      failure: null,
    })),
    setSeriesInterval: assign((_, { every }: { every: SeriesInterval }) => ({ every, chosen: [] })),
    setCount: assign((_, { count }: { count: number }) => ({ count, chosen: [] })),
    setDates: assign(({ context }, { found }: { found: readonly PreviewedDate[] }) => ({
      dates: applyEarlierChoices(found, context.chosen),
      failure: null,
    })),
    /** Free and replaced dates stay: the user has seen them, and the booking checks them. */
    refreshAlternatives: assign(({ context }, { found }: { found: readonly PreviewedDate[] }) => ({
      dates: context.dates.map((shown) =>
        shown.state === 'free' ? shown : (found.find(({ date }) => date === shown.date) ?? shown),
      ),
    })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    replaceDate: assign(({ context }, { date, room, range }: SeriesDate) => {
      const replacement: PreviewedDate = { date, room, range, state: 'free', alternatives: undefined };
      return { dates: context.dates.map((each) => (each.date === date ? replacement : each)) };
    }),
    removeDate: assign(({ context }, removed: { date: string }) => ({
      dates: context.dates.filter(({ date }) => date !== removed.date),
    })),
    startCheckout: sendToFlow('checkout', ({ context }) => ({
      type: 'checkout.started' as const,
      selection: selectionOf(
        context.dates.map(({ room, date, range }) => ({ room, date, range })),
        requestOf(context),
      ),
    })),
    confirmCheckout: sendToFlow('checkout', { type: 'checkout.confirmed' }),
    showNotIncludedToast: sendToFlow('notifier', ({ context }) =>
      toast(
        'error',
        `${chosenText(chosenDates(context, false))}, but not yet included: replace those that are not free, or leave them out.`,
        { topic: 'checkout' },
      ),
    ),
    showStillCheckingToast: sendToFlow('notifier', ({ context }) =>
      toast(
        'error',
        `${chosenText(chosenDates(context, true))}, but not yet included: they are still being checked.`,
        { topic: 'checkout' },
      ),
    ),
  },
}).createMachine({
  id: 'series',
  context: { selection: null, every: 1, count: 4, dates: [], chosen: [], failure: null },
  initial: 'closed',
  on: {
    'series.opened': {
      guard: { type: 'hasTimes', params: ({ event }) => event.selection },
      target: '.open',
      actions: { type: 'open', params: ({ event }) => event.selection },
    },
  },
  states: {
    closed: {},
    open: {
      tags: ['open'],
      initial: 'looking',
      on: {
        'series.closed': 'closed',
        'series.intervalChosen': {
          target: '.looking',
          actions: { type: 'setSeriesInterval', params: ({ event }) => event },
        },
        'series.countChosen': {
          target: '.looking',
          actions: { type: 'setCount', params: ({ event }) => event },
        },
        'series.confirmed': {
          description: 'The dates on screen are not those of the checkout, so nothing is booked',
          actions: 'showNotIncludedToast',
        },
      },
      states: {
        looking: {
          description: 'The previous dates stay visible',
          tags: ['busy'],
          invoke: {
            id: 'loadDates',
            src: 'loadDates',
            input: ({ context }) => requestOf(context),
            onDone: {
              target: 'shown',
              actions: { type: 'setDates', params: ({ event }) => ({ found: event.output }) },
            },
            onError: { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => event } },
          },
          on: { 'series.confirmed': { actions: 'showStillCheckingToast' } },
        },
        failed: { on: { 'series.retried': 'looking' } },
        shown: {
          initial: 'checking',
          on: {
            'series.dateReplaced': {
              target: '.checking',
              actions: { type: 'replaceDate', params: ({ event }) => event },
            },
            'series.dateRemoved': {
              target: '.checking',
              actions: { type: 'removeDate', params: ({ event }) => event },
            },
          },
          states: {
            checking: {
              always: [
                { guard: 'isBookable', target: 'bookable', actions: 'startCheckout' },
                { target: 'incomplete' },
              ],
            },
            bookable: {
              description: 'The checkout has these dates',
              tags: ['bookable'],
              on: { 'series.confirmed': { target: '#series.closed', actions: 'confirmCheckout' } },
            },
            incomplete: {
              initial: 'waiting',
              states: {
                waiting: {
                  on: { 'series.slotsOutdated': { guard: 'hasAlternatives', target: 'collecting' } },
                },
                collecting: { after: { collect: 'refreshing' } },
                refreshing: {
                  description:
                    'Alternatives that are taken meanwhile disappear; a failure keeps the known ones',
                  invoke: {
                    id: 'refreshDates',
                    src: 'loadDates',
                    input: ({ context }) => requestOf(context),
                    onDone: {
                      target: 'waiting',
                      actions: {
                        type: 'refreshAlternatives',
                        params: ({ event }) => ({ found: event.output }),
                      },
                    },
                    onError: 'waiting',
                  },
                  on: { 'series.slotsOutdated': 'collecting' },
                },
              },
            },
          },
        },
      },
    },
  },
});

interface Needs {
  readonly series: {
    loadDates(request: SeriesRequest, signal: AbortSignal): Promise<readonly PreviewedDate[]>;
  };
}

const seriesFlow = defineFlow({
  id: 'series',
  machine: seriesMachine,
  whenSessionEnds: 'cleared',
  needs: ['series'],
  provide: (machine, { series }: Needs) =>
    machine.provide({
      actors: { loadDates: fromPromise(({ input, signal }) => series.loadDates(input, signal)) },
    }),
});

/** For the days whose alternatives are offered. */
const seriesLiveFlow = defineLiveFlow('seriesLive', 'series', { type: 'series.slotsOutdated' });

export const seriesFlows = [seriesFlow, seriesLiveFlow] as const;
