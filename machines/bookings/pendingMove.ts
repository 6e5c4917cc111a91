import { fromPromise, setup } from 'xstate';
import { failureOf } from '../engine/failure.ts';
import { defineFlow } from '../engine/flow.ts';
import type { ReleaseResult } from '../checkout/exports.ts';
import { retrying } from '../engine/retry.ts';
import { sendToFlow, toast } from '../engine/system.ts';
import { dataChanged } from '../engine/topics.ts';

/** `moveId`: the id of the pending move in the calls about its payment. */
type PendingMoveEvent = { type: 'pendingMove.dropped'; moveId: string };

/**
 * Drops a move that waits for its payment (decision 0035): its hold is released, and the booking is unchanged. The server
 * checks the payment with the provider first, so a move that was paid in the meantime is made.
 */
export const pendingMoveMachine = setup({
  types: {
    events: {} as PendingMoveEvent,
    tags: {} as 'busy',
  },
  actors: {
    release: retrying(
      fromPromise<ReleaseResult, { moveId: string }>(() =>
        Promise.reject(new Error('release is not provided')),
      ),
    ),
  },
  guards: {
    wasPaid: (_, { status }: ReleaseResult) => status === 'confirmed',
    isBeingPaid: (_, { status }: ReleaseResult) => status === 'pending',
    wasPaidLate: (_, { error }: { error: unknown }) => failureOf(error).code === 'hold-over',
  },
  actions: {
    showDroppedToast: sendToFlow(
      'notifier',
      toast('success', 'The move has been dropped. Your booking is unchanged.'),
    ),
    showMovedToast: sendToFlow(
      'notifier',
      toast('success', 'The move has been paid: your booking has been moved.'),
    ),
    showBeingPaidToast: sendToFlow(
      'notifier',
      toast('info', 'Your bank is completing the payment. The result appears here.'),
    ),
    showPaidLateToast: sendToFlow(
      'notifier',
      toast('info', 'Your payment arrived too late for the move. It will be refunded.'),
    ),
    showFailedToast: sendToFlow(
      'notifier',
      toast('error', 'The move could not be dropped. Nothing has changed; please try again.'),
    ),
    announceChange: sendToFlow('root', dataChanged('bookings', 'availability')),
  },
}).createMachine({
  id: 'pendingMove',
  initial: 'idle',
  states: {
    idle: { on: { 'pendingMove.dropped': 'dropping' } },
    dropping: {
      description: 'A second press is ignored',
      tags: ['busy'],
      invoke: {
        id: 'release',
        src: 'release',
        input: ({ event }) => ({ moveId: event.moveId }),
        onDone: [
          {
            guard: { type: 'wasPaid', params: ({ event }) => event.output },
            target: 'idle',
            actions: 'showMovedToast',
          },
          {
            guard: { type: 'isBeingPaid', params: ({ event }) => event.output },
            target: 'idle',
            actions: 'showBeingPaidToast',
          },
          { target: 'idle', actions: 'showDroppedToast' },
        ],
        onError: [
          {
            guard: { type: 'wasPaidLate', params: ({ event }) => event },
            target: 'idle',
            actions: 'showPaidLateToast',
          },
          { target: 'idle', actions: 'showFailedToast' },
        ],
      },
      exit: 'announceChange',
    },
  },
});

interface Needs {
  readonly bookings: { releaseHold(bookingId: string, evenIfPending: boolean): Promise<ReleaseResult> };
}

export const pendingMoveFlow = defineFlow({
  id: 'pendingMove',
  machine: pendingMoveMachine,
  whenSessionEnds: 'cleared',
  needs: ['bookings'],
  provide: (machine, { bookings }: Needs) =>
    machine.provide({
      actors: { release: retrying(fromPromise(({ input }) => bookings.releaseHold(input.moveId, true))) },
    }),
});
