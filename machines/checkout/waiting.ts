import { checkoutSetup } from './setup.ts';

/** A bank that has not answered by the time that the slots are held is not waited for any longer. */
export const pendingTransitions = [
  { guard: 'isAwaited', target: 'waitingForBank', actions: ['setPending', 'refreshBookings'] },
  { guard: 'isPending', target: 'unconfirmed', actions: ['setPending', 'refreshBookings'] },
] as const;

/**
 * An attempt is open at the bank, as when it waits in the payer's UPI app. The server is asked again and again until it
 * knows more, at the latest until the slots are not held any longer; nothing is released meanwhile. The visitor can
 * stop waiting. Another room that they choose meanwhile is kept as the next selection (decision 25).
 */
export const waitingForBank = checkoutSetup.createStateConfig({
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
        src: 'fetchPaymentStatus',
        input: ({ context }) => ({ bookingId: context.bookingId ?? '' }),
        onDone: [
          { guard: 'wasConfirmed', target: '#checkout.booked', actions: 'showPaidToast' },
          { guard: 'isPending', target: 'pausing' },
          /** The attempt has failed, or was given up elsewhere: what is still held is released. */
          { target: '#checkout.card.releasing', actions: 'resetTries' },
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

/** What the bank has taken already is not given up: then it is waited for. */
export const cancellingWait = checkoutSetup.createStateConfig({
  tags: ['busy'],
  invoke: {
    id: 'releasePendingHold',
    src: 'releaseHold',
    input: ({ context }) => ({ bookingId: context.bookingId ?? '', evenIfPending: true }),
    onDone: [
      { guard: 'wasConfirmed', target: '#checkout.booked', actions: 'showPaidToast' },
      ...pendingTransitions,
      {
        target: '#checkout.reviewing',
        actions: ['clearPayment', 'persist', 'showCancelledToast', 'refreshSlots', 'refreshBookings'],
      },
    ],
    onError: [
      { guard: 'isHoldOver', target: '#checkout.paidLate' },
      { target: 'unconfirmed', actions: 'setFailure' },
    ],
  },
});
