import { and, fromCallback, fromPromise } from 'xstate';
import type { MemberDetails } from '../../contract/account/member.ts';
import { card } from './card.ts';
import { bookingWithPoints, checkingBalance } from './points.ts';
import { checkoutSetup } from './setup.ts';
import { defineFlow } from '../engine/flow.ts';
import type { Gateway } from './gateway.ts';
import { retrying } from '../engine/retry.ts';
import type {
  BookingSelection,
  PaymentOrder,
  PaymentProof,
  PersistedCheckout,
  ReleaseResult,
  StatusResult,
} from './events.ts';

/** Implements spec 4. An open payment is checked with the server before anything else is shown or started. */
export const checkoutMachine = checkoutSetup.createMachine({
  id: 'checkout',
  description:
    'From Book now to My bookings: review, sign in if needed, then pay with points or by card. Every failure has a separate state.',
  context: ({ input }) => ({
    clock: input.clock,
    selection: input.persisted?.selection ?? null,
    next: input.persisted?.next ?? null,
    bookingId: input.persisted?.bookingId ?? null,
    user: null,
    ownerId: null,
    order: null,
    proof: null,
    pending: null,
    failure: null,
    missed: null,
    closeReason: null,
  }),
  entry: 'requestUser',
  initial: 'arriving',
  on: {
    'checkout.started': {
      description:
        'A Book now during another booking is kept for later, so that two payments never run at once',
      actions: [{ type: 'keepNext', params: ({ event }) => event }, 'persist'],
    },
    'checkout.userChanged': [
      {
        description: 'Another user has signed in, who must not see this payment',
        guard: { type: 'isOtherOwner', params: ({ event }) => event },
        target: '.arriving',
        actions: [
          { type: 'setUser', params: ({ event }) => event },
          'clearPayment',
          'clearFailure',
          'persist',
          'dismissToast',
        ],
      },
      { actions: { type: 'setUser', params: ({ event }) => event } },
    ],
  },
  states: {
    arriving: {
      description: 'A booking may have been kept over a reload',
      always: [{ guard: 'hasSelection', target: 'reviewing' }, { target: 'empty' }],
    },

    empty: {
      description: 'Nothing is being booked',
      tags: ['empty'],
      on: {
        'checkout.started': {
          target: 'reviewing',
          actions: [{ type: 'setSelection', params: ({ event }) => event }, 'persist'],
        },
      },
    },

    reviewing: {
      description: 'The visitor reads room, times and price before confirming',
      always: [
        { guard: 'hasUnsettledPayment', target: 'card.resuming' },
        { guard: 'isNextDue', actions: ['applyNext', 'persist'] },
      ],
      on: {
        'checkout.started': { actions: [{ type: 'setSelection', params: ({ event }) => event }, 'persist'] },
        'checkout.confirmed': [
          { guard: 'isMoveRefused', description: 'The server would refuse the move again' },
          { guard: 'lacksTimes', actions: 'showSelectTimesToast' },
          { guard: 'isSignedIn', target: 'checkingBalance', actions: 'clearFailure' },
          { target: 'signingIn', actions: ['clearFailure', 'showLoginToConfirmToast'] },
        ],
      },
    },

    signingIn: {
      description:
        'The login dialog is open. After a sign-in, here or in another tab, the review continues with prices and points.',
      tags: ['signingIn'],
      always: { guard: 'isSignedIn', target: 'reviewing', actions: 'dismissToast' },
      on: {
        'checkout.signInDismissed': 'reviewing',
        'checkout.left': 'reviewing',
      },
    },

    checkingBalance,
    bookingWithPoints,
    card,

    /** Ruling 21. */
    blocked: {
      description:
        'The account cannot book. Confirming again would fail; another account may be able to book.',
      tags: ['blocked'],
      on: {
        'checkout.started': {
          target: 'reviewing',
          actions: [{ type: 'setSelection', params: ({ event }) => event }, 'persist'],
        },
        'checkout.userChanged': {
          guard: { type: 'isOtherUser', params: ({ event }) => event },
          target: 'reviewing',
          actions: [{ type: 'setUser', params: ({ event }) => event }, 'clearFailure'],
        },
        'checkout.left': { target: 'reviewing', actions: 'clearFailure' },
      },
    },

    slotsLost: {
      description:
        'Another booking has taken some of the slots: the remaining ones can be confirmed. The slots actor of the room repairs its selection itself.',
      tags: ['slotsLost'],
      entry: ['repair', 'announceSlots', 'persist'],
      on: {
        'checkout.confirmed': [
          {
            guard: and(['isRestChosen', 'isSignedIn']),
            target: 'checkingBalance',
            actions: 'clearFailure',
          },
          {
            guard: 'isRestChosen',
            target: 'signingIn',
            actions: ['clearFailure', 'showLoginToConfirmToast'],
          },
        ],
        'checkout.started': {
          target: 'reviewing',
          actions: [{ type: 'setSelection', params: ({ event }) => event }, 'persist'],
        },
        'checkout.left': [
          { guard: 'isNextDue', target: 'reviewing' },
          { target: 'empty', actions: ['clearSelection', 'persist'] },
        ],
      },
    },

    startPassed: {
      description:
        'The chosen time started before it was confirmed: no order is created, and another time can be chosen',
      tags: ['startPassed'],
      entry: ['showSlotTakenToast', 'clearSlots', 'announceSlots'],
      on: {
        'checkout.started': {
          target: 'reviewing',
          actions: [{ type: 'setSelection', params: ({ event }) => event }, 'persist'],
        },
        'checkout.left': [
          { guard: 'isNextDue', target: 'reviewing' },
          { target: 'empty', actions: ['clearSelection', 'persist'] },
        ],
      },
    },

    timedOut: {
      description: 'The time to pay is over, and nothing was charged. The slots may still be free.',
      tags: ['timedOut'],
      on: {
        'checkout.started': {
          target: 'reviewing',
          actions: [{ type: 'setSelection', params: ({ event }) => event }, 'persist'],
        },
        'checkout.confirmed': [
          { guard: 'isSignedIn', target: 'checkingBalance' },
          { target: 'signingIn', actions: 'showLoginToConfirmToast' },
        ],
        'checkout.left': 'reviewing',
      },
    },

    paidLate: {
      description:
        'The payment was captured but cannot be used; the failure has the reason. It is refunded, and My bookings shows the refund.',
      tags: ['paidLate'],
      entry: [
        'showPaymentRefusedToast',
        'clearSlots',
        'announceSlots',
        'announceBooking',
        'clearPayment',
        'persist',
      ],
      on: {
        'checkout.started': {
          target: 'reviewing',
          actions: [{ type: 'setSelection', params: ({ event }) => event }, 'persist'],
        },
        'checkout.left': [
          { guard: 'isNextDue', target: 'reviewing' },
          { target: 'empty', actions: ['clearSelection', 'persist'] },
        ],
      },
    },

    booked: {
      description: 'The slots are booked. My bookings opens.',
      entry: ['clearSlots', 'announceBooked', 'clearPayment', 'clearSelection', 'persist', 'goToBookings'],
      always: [{ guard: 'isNextDue', target: 'reviewing' }, { target: 'empty' }],
    },
  },
});

interface Needs {
  readonly bookings: {
    bookWithPoints(userId: string, selection: BookingSelection): Promise<void>;
    createOrder(userId: string, selection: BookingSelection): Promise<PaymentOrder>;
    verifyPayment(bookingId: string, amountPaise: number, proof: PaymentProof): Promise<void>;
    /**
     * Checks the payment and releases the slots of an unpaid booking. With `evenIfPending` it releases them even while the
     * payer can still approve an attempt.
     */
    releaseHold(bookingId: string, evenIfPending: boolean): Promise<ReleaseResult>;
    /** Fetches the payment's status without changing anything. */
    fetchPaymentStatus(bookingId: string): Promise<StatusResult>;
  };
  readonly gateway: Gateway;
  readonly member: { details(userId: string, signal: AbortSignal): Promise<MemberDetails> };
  readonly storage: { saveCheckout(checkout: PersistedCheckout | null): void };
}

export const checkoutFlow = defineFlow({
  id: 'checkout',
  machine: checkoutMachine,
  whenSessionEnds: 'clearsItself',
  needs: ['bookings', 'gateway', 'member', 'storage'],
  provide: (machine, { bookings, gateway, member, storage }: Needs) =>
    machine.provide({
      actors: {
        loadBalance: fromPromise(async ({ input, signal }) => {
          const details = await member.details(input.userId, signal);
          return { isMember: details.is_membership, points: details.monthly_limit };
        }),
        bookWithPoints: fromPromise(({ input }) => bookings.bookWithPoints(input.userId, input.selection)),
        createOrder: fromPromise(({ input }) => bookings.createOrder(input.userId, input.selection)),
        loadGateway: fromPromise(({ input }) => gateway.load(input.script)),
        openGateway: fromCallback(({ input, sendBack }) => gateway.open(input, sendBack)),
        verifyPayment: retrying(
          fromPromise(({ input }) => bookings.verifyPayment(input.bookingId, input.amount, input.proof)),
        ),
        releaseHold: retrying(fromPromise(({ input }) => bookings.releaseHold(input.bookingId, false))),
        releasePendingHold: fromPromise(({ input }) => bookings.releaseHold(input.bookingId, true)),
        fetchPaymentStatus: retrying(
          fromPromise(({ input }) => bookings.fetchPaymentStatus(input.bookingId)),
        ),
        pollPaymentStatus: fromPromise(({ input }) => bookings.fetchPaymentStatus(input.bookingId)),
      },
      actions: {
        persist: ({ context: { selection, bookingId, next } }) => {
          const persisted = selection ?? next;
          storage.saveCheckout(
            persisted && { selection: persisted, bookingId, next: selection ? next : null },
          );
        },
      },
    }),
  input: ({ clock, persisted }) => ({ clock, persisted: persisted.checkout }),
});
