import type { StatusResult } from './events.ts';
import { checkoutSetup } from './setup.ts';

const resultIn = ({ event }: { event: { output: StatusResult } }) => event.output;

/** The machine waits for the bank only until the latest end of the hold. */
export const pendingTransitions = [
  {
    guard: { type: 'isAwaited', params: resultIn },
    target: 'waitingForBank',
    actions: [{ type: 'setPending', params: resultIn }, 'announceBooking'],
  },
  {
    guard: { type: 'isPending', params: resultIn },
    target: 'unconfirmed',
    actions: [{ type: 'setPending', params: resultIn }, 'announceBooking'],
  },
] as const;

/** A new selection is kept as the next one (decision 0025). */
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
          {
            guard: { type: 'wasConfirmed', params: ({ event }) => event.output },
            target: '#checkout.booked',
            actions: 'showPaidToast',
          },
          { guard: { type: 'isPending', params: ({ event }) => event.output }, target: 'pausing' },
          {
            description: 'The attempt has failed or was cancelled elsewhere: a remaining hold is released',
            target: '#checkout.card.releasing',
          },
        ],
        onError: [
          {
            guard: { type: 'isHoldOver', params: ({ event }) => event },
            target: '#checkout.paidLate',
            actions: { type: 'setFailure', params: ({ event }) => event },
          },
          { guard: { type: 'isTransient', params: ({ event }) => event }, target: 'pausing' },
          {
            target: '#checkout.card.unconfirmed',
            actions: { type: 'setFailure', params: ({ event }) => event },
          },
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
      {
        guard: { type: 'wasConfirmed', params: ({ event }) => event.output },
        target: '#checkout.booked',
        actions: 'showPaidToast',
      },
      ...pendingTransitions,
      {
        target: '#checkout.reviewing',
        actions: ['clearPayment', 'persist', 'showCancelledToast', 'announceSlots', 'announceBooking'],
      },
    ],
    onError: [
      {
        guard: { type: 'isHoldOver', params: ({ event }) => event },
        target: '#checkout.paidLate',
        actions: { type: 'setFailure', params: ({ event }) => event },
      },
      { target: 'unconfirmed', actions: { type: 'setFailure', params: ({ event }) => event } },
    ],
  },
});
