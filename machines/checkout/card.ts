import { assign } from 'xstate';
import { gatewayStates } from './gateway.ts';
import { checkoutSetup } from './setup.ts';
import { cancellingWait, waitingForBank, pendingTransitions } from './waiting.ts';

/** A repeated call returns the same hold and order. */
const creatingOrder = checkoutSetup.createStateConfig({
  description: 'The server holds the slots and opens an order at the payment provider',
  tags: ['busy'],
  invoke: {
    id: 'createOrder',
    src: 'createOrder',
    input: ({ context }) => {
      if (!context.user || !context.selection) throw new Error('an order without a user or a selection');
      return { userId: context.user.id, selection: context.selection };
    },
    onDone: {
      target: 'loadingGateway',
      actions: [
        assign({
          order: ({ event }) => event.output,
          bookingId: ({ event }) => event.output.bookingId,
          closeReason: null,
        }),
        'persist',
      ],
    },
    onError: [
      {
        guard: { type: 'isSlotTaken', params: ({ event }) => event },
        target: '#checkout.slotsLost',
        actions: [{ type: 'setFailure', params: ({ event }) => event }, 'showProcessFailedToast'],
      },
      {
        guard: { type: 'isPriceChanged', params: ({ event }) => event },
        target: '#checkout.reviewing',
        actions: [
          { type: 'setFailure', params: ({ event }) => event },
          { type: 'setNewPrice', params: ({ event }) => event },
          'showProcessFailedToast',
        ],
      },
      {
        guard: { type: 'isBlocked', params: ({ event }) => event },
        target: '#checkout.blocked',
        actions: [{ type: 'setFailure', params: ({ event }) => event }, 'showBlockedToast'],
      },
      {
        guard: { type: 'isAlreadyBooked', params: ({ event }) => event },
        target: '#checkout.reviewing',
        actions: [
          { type: 'setFailure', params: ({ event }) => event },
          'showProcessFailedToast',
          'announceBooking',
        ],
      },
      {
        target: '#checkout.reviewing',
        actions: [{ type: 'setFailure', params: ({ event }) => event }, 'showProcessFailedToast'],
      },
    ],
  },
  on: {
    'checkout.userChanged': {
      guard: { type: 'isSignOut', params: ({ event }) => event },
      target: '#checkout.reviewing',
      actions: { type: 'setUser', params: ({ event }) => event },
    },
  },
});

const loadingGateway = checkoutSetup.createStateConfig({
  description: 'The provider’s checkout is loaded',
  tags: ['busy'],
  invoke: {
    id: 'loadGateway',
    src: 'loadGateway',
    input: ({ context }) => ({ script: context.order?.script ?? '' }),
    onDone: 'paying',
    onError: {
      description:
        'No payment is possible without the provider’s script: the hold is released, and the selection stays',
      target: 'releasing',
      actions: 'showGatewayFailedToast',
    },
  },
  on: {
    'checkout.userChanged': {
      guard: { type: 'isSignOut', params: ({ event }) => event },
      target: 'unconfirmed',
      actions: [{ type: 'setUser', params: ({ event }) => event }, 'dismissToast'],
    },
  },
});

const paying = checkoutSetup.createStateConfig({
  description:
    'The provider’s checkout is open. A failed attempt leaves it open, because the next one may succeed.',
  tags: ['busy', 'paying'],
  initial: 'clean',
  invoke: [
    {
      id: 'openGateway',
      src: 'openGateway',
      input: ({ context }) => {
        if (!context.order) throw new Error('paying without an order');
        return context.order;
      },
      onError: { target: 'releasing', actions: 'showGatewayFailedToast' },
    },
    /** The provider's timer may be suspended in a hidden tab. This countdown is updated when the tab is shown again. */
    {
      id: 'countdown',
      src: 'countdown',
      input: ({ context }) => ({ clock: context.clock, until: context.order?.payUntil ?? 0 }),
      onDone: { target: 'releasing', actions: ['recordTimeout', 'dismissToast'] },
      onError: { target: 'releasing', actions: 'showGatewayFailedToast' },
    },
  ],
  on: {
    'app.resumed': { actions: 'resumeCountdown' },
    'gateway.paid': { target: 'verifying', actions: { type: 'setProof', params: ({ event }) => event } },
    'gateway.dismissed': { target: 'releasing', actions: ['recordDismissal', 'dismissToast'] },
    'gateway.timedOut': { target: 'releasing', actions: ['recordTimeout', 'dismissToast'] },
    'gateway.failed': { target: 'releasing', actions: 'showGatewayFailedToast' },
    'checkout.left': { target: 'releasing', actions: ['recordDismissal', 'dismissToast'] },
    'checkout.cancelled': { target: 'releasing', actions: ['recordDismissal', 'dismissToast'] },
    'checkout.userChanged': {
      guard: { type: 'isSignOut', params: ({ event }) => event },
      description:
        'The provider’s checkout shows who pays, so it is closed. The payment is checked when its owner has signed in again.',
      target: 'unconfirmed',
      actions: [{ type: 'setUser', params: ({ event }) => event }, 'dismissToast'],
    },
    'gateway.attemptFailed': { target: '.attemptFailed', actions: 'showProcessFailedToast' },
  },
  states: gatewayStates,
});

const verifying = checkoutSetup.createStateConfig({
  description: 'The payment was made; the server checks it and confirms the booking',
  tags: ['busy'],
  invoke: {
    id: 'verifyPayment',
    src: 'verifyPayment',
    input: ({ context }) => {
      if (!context.order || !context.proof) throw new Error('verifying without an order or a proof');
      return { bookingId: context.order.bookingId, amount: context.order.amount, proof: context.proof };
    },
    onDone: { target: '#checkout.booked', actions: 'showPaidToast' },
    onError: [
      {
        guard: { type: 'isHoldOver', params: ({ event }) => event },
        target: '#checkout.paidLate',
        actions: { type: 'setFailure', params: ({ event }) => event },
      },
      {
        target: 'unconfirmed',
        actions: [{ type: 'setFailure', params: ({ event }) => event }, 'showConfirmationFailedToast'],
      },
    ],
  },
});

const rejection = ({ event }: { event: { error: unknown } }) => event;

/** A payment that is too late, or whose status could not be fetched. */
const unansweredTransitions = [
  {
    guard: { type: 'isHoldOver', params: rejection },
    target: '#checkout.paidLate',
    actions: { type: 'setFailure', params: rejection },
  },
  {
    guard: { type: 'isTransient', params: rejection },
    target: 'unconfirmed',
    actions: [{ type: 'setFailure', params: rejection }, 'showSomethingWrongToast'],
  },
  {
    guard: { type: 'isUnauthenticated', params: rejection },
    target: 'unconfirmed',
    actions: { type: 'setFailure', params: rejection },
  },
] as const;

const releasing = checkoutSetup.createStateConfig({
  description:
    'The server releases the slots unless the payment was made. “Cancelled” is shown only after the server has confirmed it.',
  tags: ['busy'],
  invoke: {
    id: 'releaseHold',
    src: 'releaseHold',
    input: ({ context }) => ({ bookingId: context.bookingId ?? '' }),
    onDone: [
      {
        guard: { type: 'wasConfirmed', params: ({ event }) => event.output },
        target: '#checkout.booked',
        actions: 'showPaidToast',
      },
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
      {
        target: '#checkout.reviewing',
        actions: [{ type: 'setFailure', params: ({ event }) => event }, 'clearPayment', 'persist'],
      },
    ],
  },
});

/** A live hold is found again by the next CONFIRM. */
const resuming = checkoutSetup.createStateConfig({
  description:
    'After a reload the payment may have been made, or another tab may be making it: its status is fetched, and no hold is released',
  tags: ['busy'],
  invoke: {
    id: 'fetchPaymentStatus',
    src: 'fetchPaymentStatus',
    input: ({ context }) => ({ bookingId: context.bookingId ?? '' }),
    onDone: [
      {
        guard: { type: 'wasConfirmed', params: ({ event }) => event.output },
        target: '#checkout.booked',
        actions: 'showPaidToast',
      },
      ...pendingTransitions,
      { target: '#checkout.reviewing', actions: ['clearPayment', 'persist'] },
    ],
    onError: [
      ...unansweredTransitions,
      { target: '#checkout.reviewing', actions: ['clearPayment', 'persist'] },
    ],
  },
});

export const card = checkoutSetup.createStateConfig({
  description:
    'From the order to the verified payment. After the provider’s checkout has closed, the server always checks the payment.',
  initial: 'creatingOrder',
  states: {
    creatingOrder,
    loadingGateway,
    paying,
    verifying,
    releasing,
    resuming,
    waitingForBank,
    cancellingWait,
    unconfirmed: {
      description:
        'The payment may have been captured, but the server could not confirm it. It is checked again before another payment.',
      tags: ['uncertain'],
      on: {
        'checkout.retried': 'releasing',
        'checkout.userChanged': {
          guard: { type: 'isOwnerSignIn', params: ({ event }) => event },
          target: 'releasing',
          actions: { type: 'setUser', params: ({ event }) => event },
        },
        'checkout.started': {
          target: '#checkout.reviewing',
          actions: [{ type: 'setSelection', params: ({ event }) => event }, 'persist'],
        },
      },
    },
  },
});
