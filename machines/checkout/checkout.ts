import { assign, fromCallback, fromPromise } from 'xstate';
import type { MemberDetails } from '../account/exports.ts';
import { messages } from '../../domain/text/messages.ts';
import { defineFlow } from '../engine/flow.ts';
import { retrying } from '../engine/retry.ts';
import { sendToFlow } from '../engine/system.ts';
import { dataChanged } from '../engine/topics.ts';
import { card } from './card.ts';
import type {
  BookingSelection,
  PaymentOrder,
  PaymentProof,
  PersistedCheckout,
  ReleaseResult,
  SeriesSelection,
  StatusResult,
} from './events.ts';
import type { Gateway } from './gateway.ts';
import { bookingOnAccount, bookingWithPoints, checkingBalance } from './points.ts';
import {
  blocked,
  leftTransitions,
  reviewing,
  reviewSetup,
  signingIn,
  slotsLost,
  startPassed,
  timedOut,
} from './review.ts';
import { type ChangedUser, checkoutToast, setUser, toOtherSelection } from './setup.ts';

/** Implements spec 4. An open payment is checked with the server before anything else is shown or started. */
export const checkoutMachine = reviewSetup
  .extend({
    guards: {
      hasSelection: ({ context }) => context.selection !== null,
      /** Another user, who must not see the previous user's booking. */
      isOtherOwner: ({ context: { ownerId } }, { user }: ChangedUser) =>
        user !== null && ownerId !== null && user.id !== ownerId,
    },
    actions: {
      /** The flow may be loaded or restarted long after the sign-in. */
      requestUser: sendToFlow('session', { type: 'session.userRequested' }),
      /** The latest press is kept. A press for the current booking clears it. */
      keepNext: assign(({ context }, { selection }: { selection: BookingSelection }) => ({
        next: context.selection && isSameSelection(context.selection, selection) ? null : selection,
      })),
      announceBooked: sendToFlow('root', dataChanged('bookings', 'availability', 'points', 'invoices')),
      showPaymentFailedToast: sendToFlow('notifier', checkoutToast('error', messages.payment.failed)),
      goToBookings: sendToFlow('navigation', { type: 'navigation.go', path: '/my-bookings' }),
    },
  })
  .createMachine({
    id: 'checkout',
    description:
      'From Book now to My bookings: review, sign in if needed, then pay with points, by card or on the account of a company. Every failure has a separate state.',
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
          actions: [setUser, 'clearPayment', 'clearFailure', 'persist', 'dismissToast'],
        },
        { actions: setUser },
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
        on: { 'checkout.started': toOtherSelection },
      },
      reviewing,
      signingIn,
      checkingBalance,
      bookingWithPoints,
      bookingOnAccount,
      card,
      blocked,
      slotsLost,
      startPassed,
      timedOut,
      paidLate: {
        description:
          'The payment was captured but cannot be used; the failure has the reason. It is refunded, and My bookings shows the refund.',
        tags: ['paidLate'],
        entry: [
          'showPaymentFailedToast',
          'clearSlots',
          'announceSlots',
          'announceBookings',
          'clearPayment',
          'persist',
        ],
        on: { 'checkout.started': toOtherSelection, 'checkout.left': leftTransitions },
      },
      booked: {
        description: 'The slots are booked. My bookings opens.',
        entry: ['clearSlots', 'announceBooked', 'clearPayment', 'clearSelection', 'persist', 'goToBookings'],
        always: [{ guard: 'isNextDue', target: 'reviewing' }, { target: 'empty' }],
      },
    },
  });

const isSameSelection = (a: BookingSelection, b: BookingSelection): boolean =>
  a.room.id === b.room.id &&
  a.date === b.date &&
  a.range?.start === b.range?.start &&
  a.range?.end === b.range?.end &&
  a.pendingMove?.bookingId === b.pendingMove?.bookingId &&
  areSameDates(a.series, b.series);

const areSameDates = (a?: SeriesSelection, b?: SeriesSelection): boolean =>
  a?.dates.length === b?.dates.length &&
  (a?.dates ?? []).every(({ room, date, range }, index) => {
    const counterpart = b?.dates[index];
    return (
      counterpart?.room.id === room.id &&
      counterpart.date === date &&
      counterpart.range.start === range.start &&
      counterpart.range.end === range.end
    );
  });

interface Needs {
  readonly bookings: {
    bookWithPoints(userId: string, selection: BookingSelection): Promise<void>;
    bookOnAccount(userId: string, selection: BookingSelection): Promise<void>;
    createOrder(userId: string, selection: BookingSelection): Promise<PaymentOrder>;
    verifyPayment(bookingId: string, amountPaise: number, proof: PaymentProof): Promise<void>;
    /**
     * Checks the payment, and releases the slots of an unpaid booking. `evenIfPending`: also while the payer
     * can still approve an attempt.
     */
    releaseHold(bookingId: string, evenIfPending: boolean): Promise<ReleaseResult>;
    /** Changes nothing. */
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
  isTimed: true,
  needs: ['bookings', 'gateway', 'member', 'storage'],
  provide: (machine, { bookings, gateway, member, storage }: Needs) =>
    machine.provide({
      actors: {
        loadBalance: fromPromise(async ({ input, signal }) => {
          const { isMember, points } = await member.details(input.userId, signal);
          return { isMember, points };
        }),
        bookWithPoints: fromPromise(({ input }) => bookings.bookWithPoints(input.userId, input.selection)),
        bookOnAccount: fromPromise(({ input }) => bookings.bookOnAccount(input.userId, input.selection)),
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
  input: ({ clock, persisted }) => ({ clock, persisted: persisted.checkout ?? null }),
});
