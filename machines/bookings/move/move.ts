import { fromPromise } from 'xstate';
import type { MoveTerms } from '../../../domain/bookings/terms.ts';
import { bookingFlow } from '../bookingPage.ts';
import type { Clock } from '../../engine/clock.ts';
import { defineFlow } from '../../engine/flow.ts';
import { defineLiveFlow, type SlotsQuery } from '../../rooms/exports.ts';
import { moveSetup, type MoveTarget, targetOf } from './setup.ts';
import { retrying } from '../../engine/retry.ts';

/**
 * Moving one booking to another time or room: the taken slots of a day are loaded, a range is chosen, and the user confirms its
 * terms. A difference that is paid by card is paid in the checkout; any other move is made at once.
 */
export const moveMachine = moveSetup.createMachine({
  id: 'move',
  context: ({ input }) => ({
    clock: input.clock,
    booking: null,
    roomId: 0,
    date: '',
    taken: [],
    start: null,
    end: null,
    missed: null,
    terms: null,
    haveTermsChanged: false,
    failure: null,
    refusedTarget: null,
  }),
  initial: 'closed',
  on: {
    'move.opened': { target: '.choosing', actions: { type: 'open', params: ({ event }) => event } },
    'move.closed': '.closed',
  },
  states: {
    closed: { description: 'No booking is being moved here, or the checkout has taken over' },
    choosing: {
      initial: 'deciding',
      on: {
        'move.roomChosen': {
          target: '.deciding',
          actions: [{ type: 'setRoom', params: ({ event }) => event }, 'clearResult'],
        },
        'move.dateChosen': {
          target: '.deciding',
          actions: [{ type: 'setDate', params: ({ event }) => event }, 'clearResult'],
        },
        // The taken slots are loaded again: those of another room are unknown, and the chosen times may have been taken.
        'move.alternativeChosen': {
          guard: 'hasAlternatives',
          target: '.deciding',
          actions: [{ type: 'setAlternative', params: ({ event }) => event }, 'clearResult'],
        },
      },
      states: {
        deciding: { always: [{ guard: 'hasDate', target: 'loading' }, { target: 'withoutDate' }] },
        withoutDate: { description: 'There is no date, or it cannot be booked' },
        loading: {
          tags: ['busy'],
          invoke: {
            id: 'loadTaken',
            src: 'loadTaken',
            input: ({ context }) => ({ roomId: context.roomId, date: context.date }),
            onDone: {
              target: 'times',
              actions: { type: 'setTaken', params: ({ event }) => ({ loaded: event.output }) },
            },
            onError: { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => event } },
          },
        },
        failed: { on: { 'move.retried': { target: 'loading', actions: 'clearResult' } } },
        times: {
          initial: 'deciding',
          on: {
            'move.slotsOutdated': { guard: 'hasAlternatives', target: '.checking' },
            'move.startChosen': {
              target: '.deciding',
              actions: [{ type: 'setStart', params: ({ event }) => event }, 'clearResult'],
            },
            'move.endChosen': {
              target: '.deciding',
              actions: [{ type: 'setEnd', params: ({ event }) => event }, 'clearResult'],
            },
          },
          states: {
            deciding: {
              always: [
                { guard: 'lacksTimes', target: 'incomplete' },
                { guard: 'isUnchanged', target: 'unchanged' },
                { target: 'pricing' },
              ],
            },
            incomplete: {},
            unchanged: { description: 'The booking has these times already: there is no price' },
            pricing: {
              tags: ['busy'],
              invoke: {
                id: 'loadTerms',
                src: 'loadTerms',
                input: ({ context }) => targetOf(context),
                onDone: {
                  target: 'offered',
                  actions: { type: 'setTerms', params: ({ event }) => ({ terms: event.output }) },
                },
                onError: [
                  {
                    guard: { type: 'isRefused', params: ({ event }) => event },
                    target: 'refused',
                    actions: { type: 'setFailure', params: ({ event }) => event },
                  },
                  { target: 'unpriced', actions: { type: 'setFailure', params: ({ event }) => event } },
                ],
              },
            },
            unpriced: { on: { 'move.retried': { target: 'pricing', actions: 'clearResult' } } },
            refused: { description: 'These times are not possible; the failure has the reason' },
            checking: {
              description: 'Others have booked or released something: the alternatives may have changed',
              invoke: {
                id: 'checkTerms',
                src: 'loadTerms',
                input: ({ context }) => context.refusedTarget ?? targetOf(context),
                // The refused times are free again: the taken slots are loaded, and the times are chosen again.
                onDone: { target: '#move.choosing.loading', actions: 'clearResult' },
                onError: [
                  {
                    guard: { type: 'isRefused', params: ({ event }) => event },
                    target: 'refused',
                    actions: { type: 'updateFailure', params: ({ event }) => event },
                  },
                  { target: 'refused' },
                ],
              },
            },
            offered: {
              on: {
                'move.confirmed': [
                  {
                    guard: 'isPaidByCard',
                    target: '#move.closed',
                    description: 'The button names the amount, so the payment opens without another press',
                    actions: [
                      { type: 'startCheckout', params: ({ event }) => event },
                      'goToCheckout',
                      'confirmCheckout',
                    ],
                  },
                  { target: '#move.sending' },
                ],
              },
            },
          },
        },
      },
    },
    sending: {
      tags: ['busy'],
      invoke: {
        id: 'moveBooking',
        src: 'moveBooking',
        input: ({ context }) => ({ target: targetOf(context), terms: context.terms }),
        onDone: { target: 'closed', actions: ['showMovedToast', 'goToBooking'] },
        onError: [
          {
            guard: { type: 'areTermsOld', params: ({ event }) => event },
            target: 'choosing.times.offered',
            actions: { type: 'takeFreshTerms', params: ({ event }) => event },
          },
          {
            guard: { type: 'isSlotTaken', params: ({ event }) => event },
            target: 'choosing.loading',
            actions: { type: 'setFailure', params: ({ event }) => event },
          },
          {
            guard: { type: 'isRefused', params: ({ event }) => event },
            target: 'choosing.times.refused',
            actions: { type: 'setFailure', params: ({ event }) => event },
          },
          { target: 'choosing.times.offered', actions: { type: 'setFailure', params: ({ event }) => event } },
        ],
      },
      // The server completes the call even when the page is left, so the lists are loaded again.
      exit: 'announceChange',
    },
  },
});

interface Needs {
  readonly clock: Clock;
  readonly rooms: { taken(query: SlotsQuery, signal: AbortSignal): Promise<readonly number[]> };
  readonly moves: {
    terms(target: MoveTarget, signal: AbortSignal): Promise<MoveTerms>;
    /** Rejects when the move no longer costs exactly this. Not for a difference that is paid by card. */
    move(target: MoveTarget, terms: MoveTerms): Promise<void>;
  };
}

/** For the day of the alternatives to taken times. */
const moveLiveFlow = defineLiveFlow('moveLive', 'move', { type: 'move.slotsOutdated' });

const moveFlow = defineFlow({
  id: 'move',
  machine: moveMachine,
  whenSessionEnds: 'cleared',
  needs: ['clock', 'rooms', 'moves'],
  provide: (machine, { rooms, moves }: Needs) =>
    machine.provide({
      actors: {
        loadTaken: fromPromise(({ input, signal }) => rooms.taken(input, signal)),
        loadTerms: fromPromise(({ input, signal }) => moves.terms(input, signal)),
        moveBooking: retrying(
          fromPromise(async ({ input: { target, terms } }) => {
            if (terms !== null) await moves.move(target, terms);
          }),
        ),
      },
    }),
  input: ({ clock }) => ({ clock }),
});

export const moveFlows = [bookingFlow, moveFlow, moveLiveFlow] as const;
