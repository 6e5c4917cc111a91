import { assign, fromCallback, fromPromise, sendTo, setup } from 'xstate';
import type { ErrorCode } from '../../contract/errors.ts';
import { startedSlots } from '../../domain/time/calendar.ts';
import { messages, toastDurations } from '../../domain/text/messages.ts';
import { repairSelection } from '../../domain/money/repair.ts';
import { parseSlotTime, slotsIn } from '../../domain/time/slots.ts';
import type { Clock } from '../engine/clock.ts';
import { countdownMachine } from '../engine/countdown.ts';
import { type Failure, failureOf } from '../engine/failure.ts';
import { retrying } from '../engine/retry.ts';
import { isMoveRefused } from './moveRefusal.ts';
import { pointsPayment } from './price.ts';
import { slotsId, sendToFlow, toast } from '../engine/system.ts';
import { dataChanged } from '../engine/topics.ts';
import type {
  BookingSelection,
  CheckoutEvent,
  CheckoutInput,
  MemberBalance,
  PaymentOrder,
  PaymentProof,
  PendingPayment,
  ReleaseResult,
  SeriesDate,
  SeriesSelection,
  StatusResult,
} from './events.ts';
import type { ShowToast, ToastTone } from '../engine/notifierEvents.ts';
import type { MissedTimes } from '../rooms/slots/events.ts';
import type { SignedInUser } from '../account/session/events.ts';

export interface CheckoutContext {
  clock: Clock;
  selection: BookingSelection | null;
  /** The selection of a Book now during another booking. It is used after that booking has ended (decision 0025). */
  next: BookingSelection | null;
  user: SignedInUser | null;
  /** The last signed-in user, also after signing out. */
  ownerId: string | null;
  order: PaymentOrder | null;
  bookingId: string | null;
  proof: PaymentProof | null;
  failure: Failure | null;
  /** The chosen times that another booking has taken; `selection` is the rest of them. */
  missed: MissedTimes | null;
  /** The open attempt at the bank. */
  pending: PendingPayment | null;
  /** Why the provider's checkout was closed, when the visitor must see the outcome. */
  closeReason: 'dismissed' | 'timedOut' | null;
}

interface BookingInput {
  readonly bookingId: string;
}

const notProvided = (name: string) => () => Promise.reject(new Error(`${name} is not provided`));

/** All toasts of a checkout have the same topic, so each replaces the one before. */
const checkoutToast = (
  tone: ToastTone,
  text: string,
  duration: number = toastDurations.standard,
): ShowToast => toast(tone, text, { topic: 'checkout', duration });

/** Who has signed in; null after a sign-out. */
interface ChangedUser {
  readonly user: SignedInUser | null;
}

/** What an effect was rejected with. */
interface Rejection {
  readonly error: unknown;
}

const hasErrorCode = (code: ErrorCode, { error }: Rejection): boolean => failureOf(error).code === code;

/** The types, effects, guards and actions of the checkout; its states are in the other files. */
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
    /** Releases the hold even while the payer can still approve an attempt. */
    releasePendingHold: fromPromise<ReleaseResult, BookingInput>(notProvided('releasePendingHold')),
    fetchPaymentStatus: retrying(fromPromise<StatusResult, BookingInput>(notProvided('fetchPaymentStatus'))),
    pollPaymentStatus: fromPromise<StatusResult, BookingInput>(notProvided('pollPaymentStatus')),
  },
  delays: {
    beforePoll: 4000,
  },
  guards: {
    isSignedIn: ({ context }) => context.user !== null,
    isMoveRefused: ({ context }) => isMoveRefused(context),
    lacksTimes: ({ context }) => !context.selection?.range,
    isRestChosen: ({ context }) => !!context.missed?.kept,
    hasSelection: ({ context }) => context.selection !== null,
    /** The first chosen slot has started by the server's clock, or its day is over (ruling 6). */
    hasStarted: ({ context: { clock, selection } }) =>
      !!selection?.range && startedSlots(selection.date, clock.now()) > selection.range.start,
    /**
     * The next selection must wait while the current booking's payment is open and, after a reload, until its owner is known.
     */
    isNextDue: ({ context }) => context.next !== null && context.bookingId === null,
    /** A payment was open before a reload or a lost connection, and its user is signed in. */
    hasUnsettledPayment: ({ context }) => context.bookingId !== null && context.user !== null,
    isTransient: (_, { error }: Rejection) => failureOf(error).isTransient,
    /** The session ended: the payment can be checked only after its user has signed in again. */
    isUnauthenticated: (_, { error }: Rejection) => failureOf(error).status === 401,
    isSignOut: (_, { user }: ChangedUser) => user === null,
    isOwnerSignIn: ({ context }, { user }: ChangedUser) => user !== null && user.id === context.ownerId,
    /** Another user has signed in, who must not see the previous user's booking. */
    isOtherOwner: ({ context: { ownerId } }, { user }: ChangedUser) =>
      user !== null && ownerId !== null && user.id !== ownerId,
    isOtherUser: ({ context }, { user }: ChangedUser) => user?.id !== context.user?.id,
    isSlotTaken: (_, rejection: Rejection) => hasErrorCode('slot-taken', rejection),
    /** The same user has booked the slots in another tab, or with a payment that was reported late. */
    isAlreadyBooked: (_, rejection: Rejection) => hasErrorCode('already-booked', rejection),
    isPriceChanged: (_, rejection: Rejection) => hasErrorCode('price-changed', rejection),
    isBlocked: (_, rejection: Rejection) => hasErrorCode('blocked', rejection),
    wasConfirmed: (_, { status }: StatusResult) => status === 'confirmed',
    isPending: (_, { status }: StatusResult) => status === 'pending',
    /** The bank may still decide, and the slots are held. */
    isAwaited: ({ context }, result: StatusResult) =>
      result.status === 'pending' && result.until > context.clock.now(),
    isHoldOver: (_, rejection: Rejection) => hasErrorCode('hold-over', rejection),
    wasDismissed: ({ context }) => context.closeReason === 'dismissed',
    wasTimedOut: ({ context }) => context.closeReason === 'timedOut',
    paysWithPoints: ({ context: { selection } }, balance: MemberBalance) =>
      selection !== null && pointsPayment(selection, balance) !== null,
  },
  actions: {
    setSelection: assign(({ context }, { selection }: { selection: BookingSelection }) => ({
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
    /** The latest press is kept. A press for the current booking clears it. */
    keepNext: assign(({ context }, { selection }: { selection: BookingSelection }) => ({
      next: context.selection && isSameSelection(context.selection, selection) ? null : selection,
    })),
    /** The previous error belongs to the other booking. */
    applyNext: assign({
      selection: ({ context }) => context.next ?? context.selection,
      next: null,
      failure: null,
      missed: null,
    }),
    setUser: assign(({ context }, { user }: ChangedUser) => ({
      user,
      ownerId: user?.id ?? context.ownerId,
      order: user === null ? withoutPayer(context.order) : context.order,
    })),
    setProof: assign((_, { proof }: { proof: PaymentProof }) => ({ proof })),
    setFailure: assign((_, { error }: Rejection) => ({ failure: failureOf(error) })),
    setNewPrice: assign(({ context: { selection } }, { error }: Rejection) => ({
      selection: selection && withNewPrice(selection, failureOf(error)),
    })),
    clearFailure: assign({ failure: null, missed: null }),
    setPending: assign((_, result: StatusResult) => ({
      pending: result.status === 'pending' ? result : null,
      failure: null,
    })),
    recordDismissal: assign({ closeReason: 'dismissed' }),
    recordTimeout: assign({ closeReason: 'timedOut' }),
    clearPayment: assign({
      order: null,
      bookingId: null,
      proof: null,
      pending: null,
      closeReason: null,
    }),
    clearSelection: assign({ selection: null, failure: null, missed: null }),
    persist: () => {
      // Saves PersistedCheckout; provided by the composition root.
    },

    showInitializeToast: sendToFlow('notifier', checkoutToast('loading', messages.booking.initialize)),
    /** It has the topic of the session, because the result of the sign-in replaces it. */
    showLoginToConfirmToast: sendToFlow(
      'notifier',
      toast('warning', messages.booking.loginToConfirm, { topic: 'session' }),
    ),
    showSelectTimesToast: sendToFlow('notifier', checkoutToast('error', messages.booking.selectTimes)),
    showDetailsFailedToast: sendToFlow('notifier', checkoutToast('error', messages.member.fetchFailed)),
    showBlockedToast: sendToFlow('notifier', checkoutToast('error', messages.booking.blocked)),
    showBookedToast: sendToFlow('notifier', checkoutToast('success', messages.booking.confirmed)),
    showBookingFailedToast: sendToFlow('notifier', checkoutToast('error', messages.booking.failed)),
    showSomethingWrongToast: sendToFlow('notifier', checkoutToast('error', messages.booking.somethingWrong)),
    showSlotTakenToast: sendToFlow('notifier', checkoutToast('error', messages.slots.unavailable)),
    showPaidToast: sendToFlow('notifier', checkoutToast('success', messages.payment.confirmed)),
    showPaymentRefusedToast: sendToFlow('notifier', checkoutToast('error', messages.payment.failed)),
    showConfirmationFailedToast: sendToFlow(
      'notifier',
      checkoutToast('error', messages.payment.confirmationFailed),
    ),
    showProcessFailedToast: sendToFlow(
      'notifier',
      checkoutToast('error', messages.payment.processFailed, toastDurations.short),
    ),
    showGatewayFailedToast: sendToFlow(
      'notifier',
      checkoutToast('error', messages.payment.gatewayFailed, toastDurations.short),
    ),
    showCancelledToast: sendToFlow('notifier', checkoutToast('info', messages.payment.cancelled)),
    dismissToast: sendToFlow('notifier', {
      type: 'notifier.dismissTopic',
      topic: 'checkout',
    }),

    /** The flow may be loaded or restarted long after the sign-in. */
    requestUser: sendToFlow('session', { type: 'session.userRequested' }),
    resumeCountdown: sendTo('countdown', { type: 'app.resumed' }),
    announceBooking: sendToFlow('root', dataChanged('bookings')),
    announceBooked: sendToFlow('root', dataChanged('bookings', 'availability', 'points', 'invoices')),
    /** Keeps the longest part of the selection that can be booked in one piece. A move or a series cannot be reduced. */
    repair: assign(({ context: { selection, failure } }) => {
      if (!selection?.range || selection.pendingMove || selection.series) return { missed: null };
      const { range } = selection;
      // A server of the previous version may not send the taken slots.
      const taken = (failure?.details.taken ?? []).flatMap((time) => parseSlotTime(time) ?? []);
      const { kept, lost } = repairSelection(slotsIn(range), taken);
      if (lost.length === 0)
        return { missed: { range, lost: slotsIn(range), kept: null, hasStarted: false } };
      return {
        selection: { ...selection, range: kept ?? range },
        missed: { range, lost, kept, hasStarted: false },
      };
    }),
    clearSlots: sendToFlow(({ context }) => slotsId(context.selection?.room.id ?? 0), {
      type: 'slots.cleared',
    }),
    announceSlots: sendToFlow('root', dataChanged('availability')),
    goToBookings: sendToFlow('navigation', {
      type: 'navigation.go',
      path: '/my-bookings',
    }),
  },
});

/** Other times of a room, and the dates of a series, keep what the visitor has said about the visit. */
const withVisit = (selection: BookingSelection, before: BookingSelection | null): BookingSelection =>
  before && (before.room.id === selection.room.id || selection.series)
    ? {
        ...(before.headcount !== undefined && { headcount: before.headcount }),
        ...(before.wishes !== undefined && { wishes: before.wishes }),
        ...selection,
      }
    : selection;

/** An order without the name, address and phone number with which the provider's checkout is opened. */
const withoutPayer = (order: PaymentOrder | null): PaymentOrder | null =>
  order && { ...order, payer: { name: '', email: '', phone: '' } };

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

/** The selection with the current price from the server's error. The visitor sees it before confirming again. */
function withNewPrice(selection: BookingSelection, failure: Failure): BookingSelection {
  const price = failure.details.price_per_hour;
  if (price === undefined) return selection;
  const room = { ...selection.room, price_per_hour: price };
  const { series } = selection;
  if (!series) return { ...selection, room };
  const atPrice = <Item extends SeriesDate>(date: Item) =>
    date.room.id === room.id ? { ...date, room } : date;
  const { request } = series;
  return {
    ...selection,
    room,
    series: { ...series, dates: series.dates.map(atPrice), ...(request && { request: atPrice(request) }) },
  };
}
