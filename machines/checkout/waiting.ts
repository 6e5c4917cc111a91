import { assign } from 'xstate';
import type { StatusResult } from './events.ts';
import { checkoutSetup, rejectionIn, resultIn, setFailure, toBooked, toPaidLate } from './setup.ts';

export const waitingSetup = checkoutSetup.extend({
  guards: {
    isPending: (_, { status }: StatusResult) => status === 'pending',
    /** The bank may still decide, and the slots are held. */
    isAwaited: ({ context }, result: StatusResult) =>
      result.status === 'pending' && result.until > context.clock.now(),
  },
  actions: {
    setPending: assign((_, result: StatusResult) => ({
      pending: result.status === 'pending' ? result : null,
      failure: null,
    })),
  },
});

/** The machine waits for the bank only until the latest end of the hold. */
export const pendingTransitions = [
  {
    guard: { type: 'isAwaited', params: resultIn },
    target: 'waitingForBank',
    actions: [{ type: 'setPending', params: resultIn }, 'announceBookings'],
  },
  {
    guard: { type: 'isPending', params: resultIn },
    target: 'unconfirmed',
    actions: [{ type: 'setPending', params: resultIn }, 'announceBookings'],
  },
] as const;

/** A new selection is kept as the next one. */
export const waitingForBank = waitingSetup.createStateConfig({
  description:
    'An attempt is open at the bank, for example in a UPI app. Its status is fetched until it is decided, at the latest until the hold ends; the visitor can stop waiting.',
  tags: ['waiting'],
  initial: 'pausing',
  invoke: {
    id: 'countdown',
    src: 'countdown',
    input: ({ context }) => ({ clock: context.clock, until: context.pending?.until ?? 0 }),
    onDone: 'releasing',
    onError: 'releasing',
  },
  on: {
    'app.resumed': { actions: 'resumeCountdown' },
    'checkout.waitCancelled': { target: 'cancellingWait', actions: 'recordDismissal' },
  },
  states: {
    pausing: {
      after: { beforePoll: 'polling' },
      on: { 'checkout.retried': 'polling' },
    },
    polling: {
      invoke: {
        id: 'pollPaymentStatus',
        src: 'pollPaymentStatus',
        input: ({ context }) => ({ bookingId: context.bookingId ?? '' }),
        onDone: [
          toBooked,
          { guard: { type: 'isPending', params: resultIn }, target: 'pausing' },
          {
            description: 'The attempt has failed or was cancelled elsewhere: a remaining hold is released',
            target: '#checkout.card.releasing',
          },
        ],
        onError: [
          toPaidLate,
          { guard: { type: 'isTransient', params: rejectionIn }, target: 'pausing' },
          { target: '#checkout.card.unconfirmed', actions: setFailure },
        ],
      },
    },
  },
});

export const cancellingWait = waitingSetup.createStateConfig({
  description:
    'The visitor stops waiting. A payment that the bank has authorised is not released: the wait continues.',
  tags: ['busy'],
  invoke: {
    id: 'releasePendingHold',
    src: 'releasePendingHold',
    input: ({ context }) => ({ bookingId: context.bookingId ?? '' }),
    onDone: [
      toBooked,
      ...pendingTransitions,
      {
        target: '#checkout.reviewing',
        actions: ['clearPayment', 'persist', 'showCancelledToast', 'announceSlots', 'announceBookings'],
      },
    ],
    onError: [toPaidLate, { target: 'unconfirmed', actions: setFailure }],
  },
});
