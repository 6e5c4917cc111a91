import { assign } from 'xstate';
import { checkoutSetup } from './setup.ts';
import { givingUp, waitingForBank, whilePending } from './waiting.ts';

/** The server holds the half-hours and makes the provider's order; asking again gives the same hold and order. */
const creatingOrder = checkoutSetup.createStateConfig({
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
          ending: null,
        }),
        'remember',
      ],
    },
    onError: [
      { guard: 'isSlotTaken', target: '#checkout.slotsLost', actions: ['takeFailure', 'sayProcessFailed'] },
      {
        guard: 'isPriceChanged',
        target: '#checkout.reviewing',
        actions: ['takeFailure', 'takeNewPrice', 'sayProcessFailed'],
      },
      { guard: 'isBlocked', target: '#checkout.blocked', actions: ['takeFailure', 'sayBlocked'] },
      {
        guard: 'isAlreadyBooked',
        target: '#checkout.reviewing',
        actions: ['takeFailure', 'sayProcessFailed', 'refreshBookings'],
      },
      { target: '#checkout.reviewing', actions: ['takeFailure', 'sayProcessFailed'] },
    ],
  },
});

const loadingGateway = checkoutSetup.createStateConfig({
  tags: ['busy'],
  invoke: {
    id: 'loadGateway',
    src: 'loadGateway',
    input: ({ context }) => ({ script: context.order?.script ?? '' }),
    onDone: 'paying',
    /** Without the provider's script nothing can be paid: the hold is given back, the selection stays. */
    onError: { target: 'asking', actions: 'sayGatewayFailed' },
  },
});

/** The provider's checkout lies over the page. A failed attempt leaves it open: the next one may succeed. */
const paying = checkoutSetup.createStateConfig({
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
      onError: { target: 'asking', actions: 'sayGatewayFailed' },
    },
    /** The provider's own timer may sleep in a hidden tab; ours is looked at again on waking. */
    {
      id: 'countdown',
      src: 'countdown',
      input: ({ context }) => ({ clock: context.clock, until: context.order?.payUntil ?? 0 }),
      onDone: { target: 'asking', actions: ['noteTimeOver', 'hushToast'] },
      onError: { target: 'asking', actions: 'sayGatewayFailed' },
    },
  ],
  on: {
    'app.awake': { actions: 'wakeCountdown' },
    'gateway.paid': { target: 'verifying', actions: 'takeProof' },
    'gateway.dismissed': { target: 'asking', actions: ['noteDismissal', 'hushToast'] },
    'gateway.timedOut': { target: 'asking', actions: ['noteTimeOver', 'hushToast'] },
    'gateway.broke': { target: 'asking', actions: 'sayGatewayFailed' },
    'checkout.left': { target: 'asking', actions: ['noteDismissal', 'hushToast'] },
    'checkout.cancelled': { target: 'asking', actions: ['noteDismissal', 'hushToast'] },
    'gateway.attemptFailed': { target: '.attemptFailed', actions: 'sayProcessFailed' },
  },
  states: {
    clean: { on: { 'gateway.silent': 'silent' } },
    attemptFailed: {},
    /** A blocked window tells nobody anything and lies over everything: the page offers a way out above it. */
    silent: { tags: ['silent'], on: { 'gateway.heard': 'clean' } },
  },
});

const verifying = checkoutSetup.createStateConfig({
  tags: ['busy'],
  invoke: {
    id: 'verifyPayment',
    src: 'verifyPayment',
    input: ({ context }) => {
      if (!context.order || !context.proof) throw new Error('verifying without an order or a proof');
      return { bookingId: context.order.bookingId, amount: context.order.amount, proof: context.proof };
    },
    onDone: { target: '#checkout.booked', actions: 'sayPaid' },
    onError: [
      { guard: 'isHoldOver', target: '#checkout.paidLate' },
      { guard: 'mayRetry', target: 'waitingToVerify', actions: 'countTry' },
      { target: 'unconfirmed', actions: ['takeFailure', 'sayConfirmationFailed'] },
    ],
  },
});

/** Only the server knows what became of the payment; nothing is said to be cancelled before it answers. */
const asking = checkoutSetup.createStateConfig({
  tags: ['busy'],
  invoke: {
    id: 'askServer',
    src: 'askServer',
    input: ({ context }) => ({ bookingId: context.bookingId ?? '', mayGiveUp: false }),
    onDone: [
      { guard: 'wasConfirmed', target: '#checkout.booked', actions: 'sayPaid' },
      ...whilePending,
      {
        guard: 'wasTimeOver',
        target: '#checkout.timeOver',
        actions: ['forgetPayment', 'remember', 'hushToast', 'refreshSlots'],
      },
      {
        guard: 'wasDismissed',
        target: '#checkout.reviewing',
        actions: ['forgetPayment', 'remember', 'sayCancelled', 'refreshSlots'],
      },
      { target: '#checkout.reviewing', actions: ['forgetPayment', 'remember', 'refreshSlots'] },
    ],
    onError: [
      { guard: 'isHoldOver', target: '#checkout.paidLate' },
      { guard: 'mayRetry', target: 'waitingToAsk', actions: 'countTry' },
      { guard: 'isPassing', target: 'unconfirmed', actions: ['takeFailure', 'saySomethingWrong'] },
      { guard: 'isUnauthenticated', target: 'unconfirmed', actions: 'takeFailure' },
      { target: '#checkout.reviewing', actions: ['takeFailure', 'forgetPayment', 'remember'] },
    ],
  },
});

/**
 * After a reload the payment may have been made, or another tab may be making it: the server is asked and nothing is
 * given up. A hold that still lives is found again by the next CONFIRM.
 */
const resuming = checkoutSetup.createStateConfig({
  tags: ['busy'],
  invoke: {
    id: 'askStatus',
    src: 'askStatus',
    input: ({ context }) => ({ bookingId: context.bookingId ?? '' }),
    onDone: [
      { guard: 'wasConfirmed', target: '#checkout.booked', actions: 'sayPaid' },
      ...whilePending,
      { target: '#checkout.reviewing', actions: ['forgetPayment', 'remember'] },
    ],
    onError: [
      { guard: 'isHoldOver', target: '#checkout.paidLate' },
      { guard: 'mayRetry', target: 'waitingToResume', actions: 'countTry' },
      { guard: 'isPassing', target: 'unconfirmed', actions: ['takeFailure', 'saySomethingWrong'] },
      { guard: 'isUnauthenticated', target: 'unconfirmed', actions: 'takeFailure' },
      { target: '#checkout.reviewing', actions: ['forgetPayment', 'remember'] },
    ],
  },
});

/** From the order to the verified payment. Every way out of the provider's checkout leads past the server. */
export const card = checkoutSetup.createStateConfig({
  initial: 'creatingOrder',
  states: {
    creatingOrder,
    loadingGateway,
    paying,
    verifying,
    waitingToVerify: { tags: ['busy'], after: { beforeRetry: 'verifying' } },
    asking,
    resuming,
    waitingToResume: { tags: ['busy'], after: { beforeRetry: 'resuming' } },
    waitingToAsk: { tags: ['busy'], after: { beforeRetry: 'asking' } },
    waitingForBank,
    givingUp,
    /** Money may have moved and the server could not say so: never paid again before it was asked again. */
    unconfirmed: {
      tags: ['uncertain'],
      on: {
        'checkout.askedAgain': { target: 'asking', actions: 'restartTries' },
        'checkout.userChanged': {
          guard: 'isOwnerSignIn',
          target: 'asking',
          actions: ['takeUser', 'restartTries'],
        },
        'checkout.started': { target: '#checkout.reviewing', actions: ['takeSelection', 'remember'] },
      },
    },
  },
});
