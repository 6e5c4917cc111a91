import { rejectionIn, type Rejection, setFailure, toBooked, toPaidLate } from './setup.ts';
import { failureOf } from '../engine/failure.ts';
import { pendingTransitions, waitingSetup } from './waiting.ts';

export const releaseSetup = waitingSetup.extend({
  guards: {
    /** The payment can be checked only after its user has signed in again. */
    isUnauthenticated: (_, { error }: Rejection) => failureOf(error).status === 401,
    wasDismissed: ({ context }) => context.closeReason === 'dismissed',
    wasTimedOut: ({ context }) => context.closeReason === 'timedOut',
  },
});

/** The payment is too late, or its status could not be fetched. */
const unansweredTransitions = [
  toPaidLate,
  {
    guard: { type: 'isTransient', params: rejectionIn },
    target: 'unconfirmed',
    actions: [setFailure, 'showSomethingWrongToast'],
  },
  {
    guard: { type: 'isUnauthenticated', params: rejectionIn },
    target: 'unconfirmed',
    actions: setFailure,
  },
] as const;

export const releasing = releaseSetup.createStateConfig({
  description:
    'The server releases the slots unless the payment was made. “Cancelled” is shown only after the server has confirmed it.',
  tags: ['busy'],
  invoke: {
    id: 'releaseHold',
    src: 'releaseHold',
    input: ({ context }) => ({ bookingId: context.bookingId ?? '' }),
    onDone: [
      toBooked,
      ...pendingTransitions,
      {
        guard: 'wasTimedOut',
        target: '#checkout.timedOut',
        actions: ['clearPayment', 'persist', 'dismissToast', 'announceSlots'],
      },
      {
        guard: 'wasDismissed',
        target: '#checkout.reviewing',
        actions: ['clearPayment', 'persist', 'showCancelledToast', 'announceSlots'],
      },
      { target: '#checkout.reviewing', actions: ['clearPayment', 'persist', 'announceSlots'] },
    ],
    onError: [
      ...unansweredTransitions,
      { target: '#checkout.reviewing', actions: [setFailure, 'clearPayment', 'persist'] },
    ],
  },
});

/** The next CONFIRM finds a live hold again. */
export const resuming = releaseSetup.createStateConfig({
  description:
    'After a reload the payment may have been made, or another tab may be making it: its status is fetched, and no hold is released',
  tags: ['busy'],
  invoke: {
    id: 'fetchPaymentStatus',
    src: 'fetchPaymentStatus',
    input: ({ context }) => ({ bookingId: context.bookingId ?? '' }),
    onDone: [
      toBooked,
      ...pendingTransitions,
      { target: '#checkout.reviewing', actions: ['clearPayment', 'persist'] },
    ],
    onError: [
      ...unansweredTransitions,
      { target: '#checkout.reviewing', actions: ['clearPayment', 'persist'] },
    ],
  },
});
