import { assign, fromCallback, fromPromise, sendTo, setup } from 'xstate';
import type { ErrorCode } from '../../contract/errors.ts';
import type { Room } from '../../contract/rooms.ts';
import { begunSlots } from '../../domain/calendar.ts';
import { messages, toastDurations } from '../../domain/messages.ts';
import { enoughPoints } from '../../domain/points.ts';
import { type Price, priceOf } from '../../domain/pricing.ts';
import { halfHoursIn, type SlotRange } from '../../domain/slots.ts';
import type { Clock } from '../clock.ts';
import { countdownMachine } from '../countdown.ts';
import { type Failure, failureOf } from '../failure.ts';
import type { ShowToast, ToastTone } from '../notifier.ts';
import type { SignedInUser } from '../sessionSetup.ts';
import { actorIn, slotsId, to, toast } from '../system.ts';

/** What is being booked: a room, an IST date, and the half-hours; null when start and end are missing. */
export interface BookingSelection {
  readonly room: Room;
  readonly date: string;
  readonly range: SlotRange | null;
}

/** The provider's order for a held booking. `amount` in paise, `timeout` in seconds, `payUntil` in ms since 1970, UTC. */
export interface PaymentOrder {
  readonly bookingId: string;
  readonly orderId: string;
  readonly amount: number;
  readonly keyId: string;
  readonly script: string;
  readonly timeout: number;
  readonly payUntil: number;
  readonly payer: { readonly name: string; readonly email: string; readonly phone: string };
  readonly description: string;
}

/** What the provider's checkout hands over after a payment; proves nothing until the server has verified it. */
export interface PaymentProof {
  readonly orderId: string;
  readonly paymentId: string;
  readonly signature: string;
}

export interface MemberBalance {
  readonly isMember: boolean;
  /** Lit points, in halves. */
  readonly points: number;
}

/**
 * An attempt is open at the bank: its order was opened at `since`, and its slots stay held until `until` at the latest, both
 * milliseconds since 1970.
 */
export interface PendingPayment {
  readonly status: 'pending';
  readonly since: number;
  readonly until: number;
}

/** What the server found: paid and booked, unpaid and free again, or not decided by the bank. */
export type ReleaseAnswer = { readonly status: 'confirmed' | 'released' } | PendingPayment;

/** What the server knows of a payment without changing anything: still held and unpaid, or as in a ReleaseAnswer. */
export type StatusAnswer = ReleaseAnswer | { readonly status: 'held' };

/** What survives a reload: the selection, and the booking whose payment may be under way. */
export interface RememberedCheckout {
  readonly selection: BookingSelection;
  readonly bookingId: string | null;
  /** See CheckoutContext. */
  readonly next?: BookingSelection | null;
}

export type CheckoutEvent =
  | { type: 'checkout.started'; selection: BookingSelection }
  | { type: 'checkout.confirmed' }
  | { type: 'checkout.userChanged'; user: SignedInUser | null }
  | { type: 'checkout.signInDismissed' }
  | { type: 'checkout.askedAgain' }
  /** Nobody waits for the bank any longer: the slots are released, whatever the payer still approves. */
  | { type: 'checkout.gaveUp' }
  | { type: 'checkout.left' }
  /** Our own way out of the provider's checkout, for when that does not offer one. */
  | { type: 'checkout.cancelled' }
  | { type: 'app.awake' }
  /** From the provider's checkout. */
  | { type: 'gateway.paid'; proof: PaymentProof }
  | { type: 'gateway.attemptFailed' }
  | { type: 'gateway.dismissed' }
  | { type: 'gateway.timedOut' }
  | { type: 'gateway.broke' }
  /** Its window has shown no sign of life, as when the browser blocks it; and it has after all. */
  | { type: 'gateway.silent' }
  | { type: 'gateway.heard' };

export interface CheckoutContext {
  clock: Clock;
  selection: BookingSelection | null;
  /** What Book now was pressed for while another booking is being made: it waits until that one has ended (decision 25). */
  next: BookingSelection | null;
  user: SignedInUser | null;
  /** Whose checkout it is: who was signed in last, also after they signed out. */
  ownerId: string | null;
  order: PaymentOrder | null;
  bookingId: string | null;
  proof: PaymentProof | null;
  failure: Failure | null;
  /** Attempts to verify or to ask the server, in the present phase. */
  tries: number;
  /** What is waited for while an attempt is open at the bank. */
  pending: PendingPayment | null;
  /** Why the provider's checkout was closed, when the person is to be told what came of it. */
  ending: 'dismissed' | 'timeOver' | null;
}

/** How often the server is asked before the person is told that it cannot be reached. */
const TRIES = 4;

const notYet = (name: string) => () => Promise.reject(new Error(`${name} is not provided`));

/** Price of a selection, in paise; null when start and end are missing. */
export const priceOfSelection = ({ room, range }: BookingSelection): Price | null =>
  range && priceOf(Math.round(room.price_per_hour * 100), halfHoursIn(range));

/** All toasts of a checkout share one topic: what happens next replaces what was said last. */
const say = (tone: ToastTone, text: string, duration: number = toastDurations.standard): ShowToast =>
  toast(tone, text, { topic: 'checkout', duration });

const isCode = (code: ErrorCode, event: object): boolean =>
  'error' in event && failureOf(event.error).code === code;

const isStatus = (status: StatusAnswer['status'], event: object): boolean =>
  'output' in event && (event.output as StatusAnswer).status === status;

const pendingIn = (event: object): PendingPayment | null =>
  isStatus('pending', event) ? (event as { output: PendingPayment }).output : null;

/** Types, effects, questions and orders of the checkout; its phases are beside this file. */
export const checkoutSetup = setup({
  types: {
    context: {} as CheckoutContext,
    events: {} as CheckoutEvent,
    input: {} as { clock: Clock; remembered?: RememberedCheckout | null },
    tags: {} as
      | 'busy'
      | 'empty'
      | 'signingIn'
      | 'paying'
      | 'waiting'
      | 'silent'
      | 'blocked'
      | 'uncertain'
      | 'slotsLost'
      | 'begun'
      | 'timeOver'
      | 'paidLate',
  },
  actors: {
    loadBalance: fromPromise<MemberBalance, { userId: string }>(notYet('loadBalance')),
    bookWithPoints: fromPromise<void, { userId: string; selection: BookingSelection }>(
      notYet('bookWithPoints'),
    ),
    createOrder: fromPromise<PaymentOrder, { userId: string; selection: BookingSelection }>(
      notYet('createOrder'),
    ),
    loadGateway: fromPromise<void, { script: string }>(notYet('loadGateway')),
    countdown: countdownMachine,
    openGateway: fromCallback<CheckoutEvent, PaymentOrder>(() => {
      throw new Error('openGateway is not provided');
    }),
    verifyPayment: fromPromise<void, { bookingId: string; amount: number; proof: PaymentProof }>(
      notYet('verifyPayment'),
    ),
    askServer: fromPromise<ReleaseAnswer, { bookingId: string; mayGiveUp: boolean }>(notYet('askServer')),
    askStatus: fromPromise<StatusAnswer, { bookingId: string }>(notYet('askStatus')),
  },
  delays: {
    beforeRetry: ({ context }) => 1000 * 2 ** context.tries,
    beforeAskingBank: 4000,
  },
  guards: {
    isSignedIn: ({ context }) => context.user !== null,
    lacksTimes: ({ context }) => !context.selection?.range,
    hasSelection: ({ context }) => context.selection !== null,
    /** The first chosen slot has begun by the server's clock, or its day is over (ruling 6). */
    hasBegun: ({ context: { clock, selection } }) =>
      !!selection?.range && begunSlots(selection.date, clock.now()) > selection.range.start,
    /** Not while a payment of the running booking may still be settled: after a reload, until its owner is known. */
    isNextDue: ({ context }) => context.next !== null && context.bookingId === null,
    /** A payment was begun before a reload or a lost connection, and whose it is can be asked. */
    hasUnsettledPayment: ({ context }) => context.bookingId !== null && context.user !== null,
    mayRetry: ({ context, event }) =>
      context.tries + 1 < TRIES && 'error' in event && failureOf(event.error).isPassing,
    isPassing: ({ event }) => 'error' in event && failureOf(event.error).isPassing,
    /** The session ended meanwhile: who paid can only be asked once they are signed in again. */
    isUnauthenticated: ({ event }) => 'error' in event && failureOf(event.error).status === 401,
    isSignOut: ({ event }) => event.type === 'checkout.userChanged' && event.user === null,
    isOwnerSignIn: ({ context, event }) =>
      event.type === 'checkout.userChanged' && event.user !== null && event.user.id === context.ownerId,
    /** Somebody else has signed in: what was begun before is not theirs. */
    isOtherOwner: ({ context, event }) =>
      event.type === 'checkout.userChanged' &&
      event.user !== null &&
      context.ownerId !== null &&
      event.user.id !== context.ownerId,
    isOtherUser: ({ context, event }) =>
      event.type === 'checkout.userChanged' && event.user?.id !== context.user?.id,
    isSlotTaken: ({ event }) => isCode('slot-taken', event),
    /** By oneself: in another tab, or by a payment of which the server heard late. */
    isAlreadyBooked: ({ event }) => isCode('already-booked', event),
    isPriceChanged: ({ event }) => isCode('price-changed', event),
    isBlocked: ({ event }) => isCode('blocked', event),
    wasConfirmed: ({ event }) => isStatus('confirmed', event),
    isPending: ({ event }) => isStatus('pending', event),
    /** The bank may still answer, and the slots are held for it. */
    isAwaited: ({ context, event }) => {
      const pending = pendingIn(event);
      return pending !== null && pending.until > context.clock.now();
    },
    isHoldOver: ({ event }) => isCode('hold-over', event),
    wasDismissed: ({ context }) => context.ending === 'dismissed',
    wasTimeOver: ({ context }) => context.ending === 'timeOver',
    paysWithPoints: ({ context, event }) => {
      if (!('output' in event) || !context.selection?.range) return false;
      const { isMember, points } = event.output as MemberBalance;
      return isMember && enoughPoints(points, halfHoursIn(context.selection.range));
    },
  },
  actions: {
    takeSelection: assign(({ event }) =>
      event.type === 'checkout.started'
        ? {
            selection: event.selection,
            next: null,
            order: null,
            bookingId: null,
            proof: null,
            pending: null,
            failure: null,
            ending: null,
          }
        : {},
    ),
    /** The last press counts; one for what is being booked already asks for nothing more. */
    keepNext: assign({
      next: ({ context, event }) => {
        if (event.type !== 'checkout.started') return context.next;
        return context.selection && isSame(context.selection, event.selection) ? null : event.selection;
      },
    }),
    /** What was refused before was about the other booking. */
    takeNext: assign({
      selection: ({ context }) => context.next ?? context.selection,
      next: null,
      failure: null,
    }),
    takeUser: assign(({ context, event }) =>
      event.type === 'checkout.userChanged'
        ? { user: event.user, ownerId: event.user?.id ?? context.ownerId }
        : {},
    ),
    takeProof: assign({
      proof: ({ context, event }) => (event.type === 'gateway.paid' ? event.proof : context.proof),
      tries: 0,
    }),
    takeFailure: assign({
      failure: ({ event }) => ('error' in event ? failureOf(event.error) : null),
    }),
    takeNewPrice: assign({
      selection: ({ context, event }) =>
        context.selection && 'error' in event
          ? repriced(context.selection, failureOf(event.error))
          : context.selection,
    }),
    forgetFailure: assign({ failure: null }),
    takePending: assign({ pending: ({ event }) => pendingIn(event), tries: 0, failure: null }),
    noteDismissal: assign({ ending: 'dismissed', tries: 0 }),
    noteTimeOver: assign({ ending: 'timeOver', tries: 0 }),
    forgetPayment: assign({
      order: null,
      bookingId: null,
      proof: null,
      pending: null,
      tries: 0,
      ending: null,
    }),
    forgetSelection: assign({ selection: null, failure: null }),
    restartTries: assign({ tries: 0 }),
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    remember: () => {
      // Keeps RememberedCheckout over a reload; provided by the composition root.
    },

    sayInitialize: sendTo(to('notifier'), say('loading', messages.booking.initialize)),
    /** Of the session's topic: what comes of signing in replaces it. */
    sayLoginToConfirm: sendTo(
      to('notifier'),
      toast('warning', messages.booking.loginToConfirm, { topic: 'session' }),
    ),
    saySelectTimes: sendTo(to('notifier'), say('error', messages.booking.selectTimes)),
    sayDetailsFailed: sendTo(to('notifier'), say('error', messages.member.fetchFailed)),
    sayBlocked: sendTo(to('notifier'), say('error', messages.booking.blocked)),
    sayBooked: sendTo(to('notifier'), say('success', messages.booking.confirmed)),
    sayBookingFailed: sendTo(to('notifier'), say('error', messages.booking.failed)),
    saySomethingWrong: sendTo(to('notifier'), say('error', messages.booking.somethingWrong)),
    saySlotTaken: sendTo(to('notifier'), say('error', messages.slots.unavailable)),
    sayPaid: sendTo(to('notifier'), say('success', messages.payment.confirmed)),
    sayPaymentRefused: sendTo(to('notifier'), say('error', messages.payment.failed)),
    sayConfirmationFailed: sendTo(to('notifier'), say('error', messages.payment.confirmationFailed)),
    sayProcessFailed: sendTo(
      to('notifier'),
      say('error', messages.payment.processFailed, toastDurations.short),
    ),
    sayGatewayFailed: sendTo(
      to('notifier'),
      say('error', messages.payment.gatewayFailed, toastDurations.short),
    ),
    sayCancelled: sendTo(to('notifier'), say('info', messages.payment.cancelled)),
    hushToast: sendTo(to('notifier'), {
      type: 'notifier.withdraw',
      topic: 'checkout',
    }),

    wakeCountdown: sendTo('countdown', { type: 'app.awake' }),
    refreshBookings: sendTo(to('bookings'), { type: 'resource.refreshed' }),
    refreshMember: sendTo(to('member'), { type: 'resource.refreshed' }),
    clearSlots: sendTo(({ context, system }) => actorIn(system, slotsId(context.selection?.room.id ?? 0)), {
      type: 'slots.cleared',
    }),
    refreshSlots: sendTo(to('root'), { type: 'slots.outdated' }),
    goToBookings: sendTo(to('navigation'), {
      type: 'navigation.go',
      path: '/my-bookings',
    }),
  },
});

const isSame = (one: BookingSelection, other: BookingSelection): boolean =>
  one.room.id === other.room.id &&
  one.date === other.date &&
  one.range?.start === other.range?.start &&
  one.range?.end === other.range?.end;

/** The selection at the price that the server named when it refused the old one; the person sees it and decides. */
function repriced(selection: BookingSelection, failure: Failure): BookingSelection {
  const price = failure.details.price_per_hour;
  return price === undefined
    ? selection
    : { ...selection, room: { ...selection.room, price_per_hour: price } };
}
