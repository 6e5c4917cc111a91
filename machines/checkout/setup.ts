import { assign, fromCallback, fromPromise, sendTo, setup } from 'xstate';
import type { MemberBalance } from '../../domain/money/points.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { messages, toastDurations } from '../../domain/text/messages.ts';
import type { Clock } from '../engine/clock.ts';
import { countdownMachine } from '../engine/countdown.ts';
import { type Failure, failureOf } from '../engine/failure.ts';
import { retrying } from '../engine/retry.ts';
import { sendToFlow, toast } from '../engine/system.ts';
import { dataChanged } from '../engine/topics.ts';
import type {
  BookingSelection,
  CheckoutEvent,
  CheckoutInput,
  PaymentOrder,
  PaymentProof,
  PendingPayment,
  ReleaseResult,
  StatusResult,
} from './events.ts';
import type { ShowToast, ToastTone } from '../engine/notifierEvents.ts';
import type { MissedTimes } from '../rooms/exports.ts';
import type { SignedInUser } from '../account/exports.ts';

export interface CheckoutContext {
  clock: Clock;
  selection: BookingSelection | null;
  /** The selection of a Book now during another booking. It is used after that booking has ended. */
  next: BookingSelection | null;
  user: SignedInUser | null;
  /** The last signed-in user, also after signing out. */
  ownerId: string | null;
  order: PaymentOrder | null;
  bookingId: string | null;
  proof: PaymentProof | null;
  failure: Failure | null;
  /** Another booking took these chosen times; `selection` is the rest of them. */
  missed: MissedTimes | null;
  /** The open attempt at the bank. */
  pending: PendingPayment | null;
  /** Null when the visitor need not see the outcome. */
  closeReason: 'dismissed' | 'timedOut' | null;
}

interface BookingInput {
  readonly bookingId: string;
}

const notProvided = (name: string) => () => Promise.reject(new Error(`${name} is not provided`));

/** A toast replaces the one before with the same topic. */
export const checkoutToast = (
  tone: ToastTone,
  text: string,
  duration: number = toastDurations.standard,
): ShowToast => toast(tone, text, { topic: 'checkout', duration });

/** Null after a sign-out. */
export interface ChangedUser {
  readonly user: SignedInUser | null;
}

export interface Rejection {
  readonly error: unknown;
}

export const hasErrorCode = (code: ErrorCode, { error }: Rejection): boolean =>
  failureOf(error).code === code;

/**
 * The types and effects of the checkout, and what several of its phases share. Each phase extends the setup of the phase that
 * it leads to: review, points, card, createOrder, release, waiting.
 */
export const checkoutSetup = setup({
  types: {
    context: {} as CheckoutContext,
    events: {} as CheckoutEvent,
    input: {} as CheckoutInput,
    tags: {} as
      | 'busy'
      | 'empty'
      | 'signingIn'
      | 'paying'
      | 'waiting'
      | 'unresponsive'
      | 'blocked'
      | 'uncertain'
      | 'slotsLost'
      | 'startPassed'
      | 'timedOut'
      | 'paidLate',
  },
  actors: {
    loadBalance: fromPromise<MemberBalance, { userId: string }>(notProvided('loadBalance')),
    bookWithPoints: fromPromise<void, { userId: string; selection: BookingSelection }>(
      notProvided('bookWithPoints'),
    ),
    bookOnAccount: fromPromise<void, { userId: string; selection: BookingSelection }>(
      notProvided('bookOnAccount'),
    ),
    createOrder: fromPromise<PaymentOrder, { userId: string; selection: BookingSelection }>(
      notProvided('createOrder'),
    ),
    loadGateway: fromPromise<void, { script: string }>(notProvided('loadGateway')),
    countdown: countdownMachine,
    openGateway: fromCallback<CheckoutEvent, PaymentOrder>(() => {
      throw new Error('openGateway is not provided');
    }),
    verifyPayment: retrying(
      fromPromise<void, { bookingId: string; amount: number; proof: PaymentProof }>(
        notProvided('verifyPayment'),
      ),
    ),
    releaseHold: retrying(fromPromise<ReleaseResult, BookingInput>(notProvided('releaseHold'))),
    /** Also while the payer can still approve an attempt. */
    releasePendingHold: fromPromise<ReleaseResult, BookingInput>(notProvided('releasePendingHold')),
    fetchPaymentStatus: retrying(fromPromise<StatusResult, BookingInput>(notProvided('fetchPaymentStatus'))),
    pollPaymentStatus: fromPromise<StatusResult, BookingInput>(notProvided('pollPaymentStatus')),
  },
  delays: { beforePoll: 4000 },
  guards: {
    isSignOut: (_, { user }: ChangedUser) => user === null,
    isTransient: (_, { error }: Rejection) => failureOf(error).isTransient,
    isSlotTaken: (_, rejection: Rejection) => hasErrorCode('slot-taken', rejection),
    isBlocked: (_, rejection: Rejection) => hasErrorCode('blocked', rejection),
    /** By the same user in another tab, or with a payment that was reported late. */
    isAlreadyBooked: (_, rejection: Rejection) => hasErrorCode('already-booked', rejection),
    isHoldOver: (_, rejection: Rejection) => hasErrorCode('hold-over', rejection),
    wasConfirmed: (_, { status }: StatusResult) => status === 'confirmed',
  },
  actions: {
    /** Keeps at most the headcount, the wishes and the choice of the account of the previous selection. */
    replaceSelection: assign(({ context }, { selection }: { selection: BookingSelection }) => ({
      selection: withVisit(selection, context.selection),
      next: null,
      order: null,
      bookingId: null,
      proof: null,
      pending: null,
      failure: null,
      missed: null,
      closeReason: null,
    })),
    /** After a sign-out the order lacks the name, address and phone number with which the provider's checkout is opened. */
    setUser: assign(({ context: { order, ownerId } }, { user }: ChangedUser) => ({
      user,
      ownerId: user?.id ?? ownerId,
      order: user === null && order ? { ...order, payer: { name: '', email: '', phone: '' } } : order,
    })),
    setFailure: assign((_, { error }: Rejection) => ({ failure: failureOf(error) })),
    clearFailure: assign({ failure: null, missed: null }),
    recordDismissal: assign({ closeReason: 'dismissed' }),
    clearPayment: assign({ order: null, bookingId: null, proof: null, pending: null, closeReason: null }),
    persist: () => {
      // Saves PersistedCheckout; provided by the composition root.
    },
    resumeCountdown: sendTo('countdown', { type: 'app.resumed' }),
    announceBookings: sendToFlow('root', dataChanged('bookings')),
    announceSlots: sendToFlow('root', dataChanged('availability')),
    dismissToast: sendToFlow('notifier', { type: 'notifier.dismissTopic', topic: 'checkout' }),
    showBlockedToast: sendToFlow('notifier', checkoutToast('error', messages.booking.blocked)),
    showSomethingWrongToast: sendToFlow('notifier', checkoutToast('error', messages.booking.somethingWrong)),
    showPaidToast: sendToFlow('notifier', checkoutToast('success', messages.payment.confirmed)),
    showCancelledToast: sendToFlow('notifier', checkoutToast('info', messages.payment.cancelled)),
  },
});

export const rejectionIn = ({ event }: { event: Rejection }) => event;
export const resultIn = ({ event }: { event: { output: StatusResult } }) => event.output;

export const setFailure = { type: 'setFailure', params: rejectionIn } as const;
export const setUser = { type: 'setUser', params: ({ event }: { event: ChangedUser }) => event } as const;

/** The visitor presses Book now for other times. */
export const toOtherSelection = {
  target: '#checkout.reviewing',
  actions: [
    {
      type: 'replaceSelection',
      params: ({ event }: { event: { selection: BookingSelection } }) => event,
    },
    'persist',
  ],
} as const;

/** The browser or the server may report the payment. */
export const toBooked = {
  guard: { type: 'wasConfirmed', params: resultIn },
  target: '#checkout.booked',
  actions: 'showPaidToast',
} as const;

export const toPaidLate = {
  guard: { type: 'isHoldOver', params: rejectionIn },
  target: '#checkout.paidLate',
  actions: setFailure,
} as const;

export const refusedTransitions = <Toast extends 'showBookingFailedToast' | 'showProcessFailedToast'>(
  showToast: Toast,
) =>
  [
    {
      guard: { type: 'isSlotTaken', params: rejectionIn },
      target: '#checkout.slotsLost',
      actions: [setFailure, showToast],
    },
    {
      guard: { type: 'isBlocked', params: rejectionIn },
      target: '#checkout.blocked',
      actions: [setFailure, 'showBlockedToast'],
    },
    {
      guard: { type: 'isAlreadyBooked', params: rejectionIn },
      target: '#checkout.reviewing',
      actions: [setFailure, showToast, 'announceBookings'],
    },
  ] as const;

/** Other times of the same room, and a series, keep the headcount, the wishes and the choice of the account. */
const withVisit = (selection: BookingSelection, before: BookingSelection | null): BookingSelection =>
  before && (before.room.id === selection.room.id || selection.series)
    ? {
        ...(before.headcount !== undefined && { headcount: before.headcount }),
        ...(before.wishes !== undefined && { wishes: before.wishes }),
        ...(before.paysOnAccount === true && { paysOnAccount: true }),
        ...selection,
      }
    : selection;
