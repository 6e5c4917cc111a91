import { checkoutSetup } from './setup.ts';

/** The machine waits for the bank only until the latest end of the hold. */
export const pendingTransitions = [
  { guard: 'isAwaited', target: 'waitingForBank', actions: ['setPending', 'announceBooking'] },
  { guard: 'isPending', target: 'unconfirmed', actions: ['setPending', 'announceBooking'] },
] as const;

/** A new selection is kept as the next one (decision 25). */
export const waitingForBank = checkoutSetup.createStateConfig({
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
          { guard: 'wasConfirmed', target: '#checkout.booked', actions: 'showPaidToast' },
          { guard: 'isPending', target: 'pausing' },
          {
            description: 'The attempt has failed or was cancelled elsewhere: a remaining hold is released',
            target: '#checkout.card.releasing',
          },
        ],
        onError: [
          { guard: 'isHoldOver', target: '#checkout.paidLate' },
          { guard: 'isTransient', target: 'pausing' },
          { target: '#checkout.card.unconfirmed', actions: 'setFailure' },
        ],
      },
    },
  },
});

export const cancellingWait = checkoutSetup.createStateConfig({
  description:
    'The visitor stops waiting. A payment that the bank has authorised is not released: the wait continues.',
  tags: ['busy'],
  invoke: {
    id: 'releasePendingHold',
    src: 'releasePendingHold',
    input: ({ context }) => ({ bookingId: context.bookingId ?? '' }),
    onDone: [
      { guard: 'wasConfirmed', target: '#checkout.booked', actions: 'showPaidToast' },
      ...pendingTransitions,
      {
        target: '#checkout.reviewing',
        actions: ['clearPayment', 'persist', 'showCancelledToast', 'announceSlots', 'announceBooking'],
      },
    ],
    onError: [
      { guard: 'isHoldOver', target: '#checkout.paidLate' },
      { target: 'unconfirmed', actions: 'setFailure' },
    ],
  },
});
