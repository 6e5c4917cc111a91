import { assign } from 'xstate';
import { messages, toastDurations } from '../../domain/text/messages.ts';
import { sendToFlow } from '../engine/system.ts';
import type { PaymentProof } from './events.ts';
import { gatewayStates } from './gateway.ts';
import { creatingOrder, orderSetup } from './createOrder.ts';
import { releasing, resuming } from './release.ts';
import {
  type ChangedUser,
  checkoutToast,
  setFailure,
  setUser,
  toOtherSelection,
  toPaidLate,
} from './setup.ts';
import { cancellingWait, waitingForBank } from './waiting.ts';

export const cardSetup = orderSetup.extend({
  guards: {
    isOwnerSignIn: ({ context }, { user }: ChangedUser) => user !== null && user.id === context.ownerId,
  },
  actions: {
    setProof: assign((_, { proof }: { proof: PaymentProof }) => ({ proof })),
    recordTimeout: assign({ closeReason: 'timedOut' }),
    showGatewayFailedToast: sendToFlow(
      'notifier',
      checkoutToast('error', messages.payment.gatewayFailed, toastDurations.short),
    ),
    showConfirmationFailedToast: sendToFlow(
      'notifier',
      checkoutToast('error', messages.payment.confirmationFailed),
    ),
  },
});

/** No payment is possible without the provider's checkout: the hold is released, and the selection stays. */
const gatewayFailed = { target: 'releasing', actions: 'showGatewayFailedToast' } as const;
const dismissed = { target: 'releasing', actions: ['recordDismissal', 'dismissToast'] } as const;
const timedOut = { target: 'releasing', actions: ['recordTimeout', 'dismissToast'] } as const;

const loadingGateway = cardSetup.createStateConfig({
  description: 'The provider’s checkout is loaded',
  tags: ['busy'],
  invoke: {
    id: 'loadGateway',
    src: 'loadGateway',
    input: ({ context }) => ({ script: context.order?.script ?? '' }),
    onDone: 'paying',
    onError: gatewayFailed,
  },
  on: {
    'checkout.userChanged': {
      guard: { type: 'isSignOut', params: ({ event }) => event },
      target: 'unconfirmed',
      actions: [setUser, 'dismissToast'],
    },
  },
});

const paying = cardSetup.createStateConfig({
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
      onError: gatewayFailed,
    },
    /** The provider's timer may be suspended in a hidden tab. This countdown is updated when the tab is shown again. */
    {
      id: 'countdown',
      src: 'countdown',
      input: ({ context }) => ({ clock: context.clock, until: context.order?.payUntil ?? 0 }),
      onDone: timedOut,
      onError: gatewayFailed,
    },
  ],
  on: {
    'app.resumed': { actions: 'resumeCountdown' },
    'gateway.paid': { target: 'verifying', actions: { type: 'setProof', params: ({ event }) => event } },
    'gateway.dismissed': dismissed,
    'gateway.timedOut': timedOut,
    'gateway.failed': gatewayFailed,
    'checkout.left': dismissed,
    'checkout.cancelled': dismissed,
    'checkout.userChanged': {
      guard: { type: 'isSignOut', params: ({ event }) => event },
      description:
        'The provider’s checkout shows who pays, so it is closed. The payment is checked when its owner has signed in again.',
      target: 'unconfirmed',
      actions: [setUser, 'dismissToast'],
    },
    'gateway.attemptFailed': { target: '.attemptFailed', actions: 'showProcessFailedToast' },
  },
  states: gatewayStates,
});

const verifying = cardSetup.createStateConfig({
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
    onError: [toPaidLate, { target: 'unconfirmed', actions: [setFailure, 'showConfirmationFailedToast'] }],
  },
});

export const card = cardSetup.createStateConfig({
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
          actions: setUser,
        },
        'checkout.started': toOtherSelection,
      },
    },
  },
});
