import type { ErrorCode } from '../../../contract/errors.ts';
import { checkoutMachine } from '../../../machines/checkout/checkout.ts';
import { isMoveRefused } from '../../../machines/checkout/moveRefusal.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import {
  clock,
  laterSelection,
  otherUsersSession,
  order,
  proof,
  selection,
  TODAY,
  user,
} from '../../fixtures/booking.ts';
import type { MachineModel } from '../paths.ts';
import type { SignedInUser } from '../../../machines/account/session/events.ts';

const unreachable = { error: new Failure('FETCH_ERROR') };
const signedOut = { error: new Failure(401, 'unauthenticated') };
const refused = (status: number, code: ErrorCode) => ({ error: new Failure(status, code) });

/** Another customer has booked the first of the two selected slots. */
const firstSlotTaken = { error: new Failure(409, 'slot-taken', '', { taken: [20] }) };

/** A payment that is pending at the bank: during the waiting time, and after its end. */
const pending = { status: 'pending', since: clock.now() - 60_000, until: clock.now() + 600_000 };
const overdue = { ...pending, until: clock.now() };

/** Calls that can run after a sign-out. The server refuses all of them, also those sent before the sign-out. */
const callsAfterSignOut = ['verifyPayment', 'releaseHold', 'releasePendingHold', 'pollPaymentStatus'];

/** What a sign-out ends at once: nothing has been paid yet. */
const beforePayment = [
  'checkingBalance',
  { card: 'creatingOrder' },
  { card: 'loadingGateway' },
  { card: 'paying' },
] as const;

const pendingMove = { bookingId: 'booking-7', sequence: 1, difference: 59_000 };
const eventsOfRefusedMove = [
  'checkout.userChanged',
  'checkout.confirmed',
  'xstate.done.actor.loadBalance',
  'xstate.error.actor.createOrder',
];
/** A booking on account differs only in the call that books. */
const eventsOnAccount = [
  'checkout.userChanged',
  'checkout.confirmed',
  'xstate.done.actor.loadBalance',
  'xstate.done.actor.bookOnAccount',
  'xstate.error.actor.bookOnAccount',
];
const tooLate = refused(409, 'too-late-to-move');

/** The machine treats them alike; the booking page says something else for each. */
const otherRefusals = [
  refused(409, 'payment-under-way'),
  refused(409, 'too-many-holds'),
  refused(409, 'unpaid-limit'),
  refused(409, 'email-unconfirmed'),
  refused(429, 'too-many-requests'),
];

export const checkout: MachineModel = {
  machine: checkoutMachine,
  inputs: [
    { clock },
    { clock, persisted: { selection, bookingId: order.bookingId } },
    { clock, persisted: { selection, bookingId: order.bookingId, next: laterSelection } },
    // Only an older version of the page can have stored a selection with a gap. Such a selection has no range.
    { clock, persisted: { selection: { ...selection, range: null }, bookingId: null } },
    { clock, persisted: { selection: { ...selection, pendingMove }, bookingId: null } },
    { clock, persisted: { selection: { ...selection, paysOnAccount: true }, bookingId: null } },
  ],
  payloads: {
    'checkout.started': [
      { selection },
      { selection: { ...selection, date: TODAY } },
      { selection: laterSelection },
    ],
    'checkout.userChanged': [{ user }, { user: null }, { user: otherUsersSession.user }],
    'gateway.paid': [{ proof }],
    'xstate.done.actor.loadBalance': [
      { output: { isMember: true, points: 20 } },
      { output: { isMember: false, points: 0 } },
    ],
    'xstate.error.actor.loadBalance': [unreachable],
    'xstate.error.actor.bookWithPoints': [
      refused(409, 'slot-taken'),
      firstSlotTaken,
      refused(403, 'blocked'),
      refused(409, 'already-booked'),
      refused(422, 'not-enough-points'),
      unreachable,
    ],
    'xstate.error.actor.bookOnAccount': [
      refused(409, 'slot-taken'),
      { error: new Failure(409, 'price-changed', '', { pricePerHour: 600_00 }) },
      refused(403, 'blocked'),
      refused(409, 'already-booked'),
      refused(409, 'not-on-account'),
      unreachable,
    ],
    'xstate.done.actor.createOrder': [{ output: order }],
    'xstate.error.actor.createOrder': [
      refused(409, 'slot-taken'),
      { error: new Failure(409, 'price-changed', '', { pricePerHour: 600_00 }) },
      refused(403, 'blocked'),
      refused(409, 'already-booked'),
      tooLate,
      ...otherRefusals,
      unreachable,
    ],
    'xstate.error.actor.loadGateway': [unreachable],
    'xstate.error.actor.openGateway': [unreachable],
    'xstate.error.actor.countdown': [unreachable],
    'xstate.error.actor.verifyPayment': [
      unreachable,
      signedOut,
      refused(410, 'hold-over'),
      refused(400, 'payment-not-verified'),
    ],
    'xstate.done.actor.fetchPaymentStatus': [
      { output: { status: 'confirmed' } },
      { output: { status: 'held' } },
      { output: pending },
      { output: overdue },
    ],
    'xstate.error.actor.fetchPaymentStatus': [
      unreachable,
      signedOut,
      refused(410, 'hold-over'),
      refused(404, 'not-found'),
    ],
    'xstate.done.actor.releaseHold': [
      { output: { status: 'confirmed' } },
      { output: { status: 'released' } },
      { output: pending },
      { output: overdue },
    ],
    'xstate.error.actor.releaseHold': [
      unreachable,
      signedOut,
      refused(410, 'hold-over'),
      refused(404, 'not-found'),
    ],
    'xstate.done.actor.pollPaymentStatus': [
      { output: { status: 'confirmed' } },
      { output: pending },
      { output: { status: 'held' } },
    ],
    'xstate.error.actor.pollPaymentStatus': [refused(410, 'hold-over'), unreachable, signedOut],
    'xstate.done.actor.releasePendingHold': [
      { output: { status: 'confirmed' } },
      { output: pending },
      { output: overdue },
      { output: { status: 'released' } },
    ],
    'xstate.error.actor.releasePendingHold': [refused(410, 'hold-over'), unreachable, signedOut],
  },
  key: ({ context }) => ({
    selection:
      context.selection === null
        ? 'none'
        : context.selection.range === null
          ? 'no times'
          : context.selection.date,
    hasNext: context.next !== null,
    hasUser: context.user !== null,
    hasBooking: context.bookingId !== null,
    closeReason: context.closeReason,
    isPending: context.pending !== null,
    hasRest: !!context.missed?.kept,
    isMoveRefused: isMoveRefused(context),
    isOnAccount: context.selection?.paysOnAccount === true,
  }),
  // Signing out does not stop a call that ends a payment. The same states are reached by signing out before or after the call.
  isDetour: (snapshot, event) =>
    event.type === 'checkout.userChanged' &&
    event['user'] === null &&
    (snapshot.hasTag('waiting') ||
      (snapshot.hasTag('busy') && !beforePayment.some((state) => snapshot.matches(state)))),
  detail: ({ context }) => ({ hasFailed: context.failure !== null }),
  canHappen: (snapshot, event) => {
    const isMove = snapshot.context.selection?.pendingMove !== undefined;
    // The other results of a move's payment are those of a booking.
    if (isMove && !eventsOfRefusedMove.includes(event.type)) return false;
    if (event.type === 'xstate.error.actor.createOrder' && isMove !== (event['error'] === tooLate.error))
      return false;
    if (snapshot.context.selection?.paysOnAccount === true && !eventsOnAccount.includes(event.type))
      return false;
    const isSignedIn = snapshot.context.user !== null;
    const [, end, call = ''] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event.type) ?? [];
    if (!isSignedIn && callsAfterSignOut.includes(call))
      return end === 'error' && event['error'] === signedOut.error;
    switch (event.type) {
      case 'checkout.userChanged':
        return event['user'] === null
          ? isSignedIn
          : (event['user'] as SignedInUser).id === user.id
            ? !isSignedIn
            : snapshot.context.user?.id === user.id && !snapshot.hasTag('busy');
      case 'checkout.started': {
        const isBusy = ['busy', 'waiting', 'signingIn'].some((tag) => snapshot.hasTag(tag));
        const isOther = event['selection'] === laterSelection;
        // The dialog and the provider's window cover the rooms.
        return isBusy ? isOther && !snapshot.hasTag('paying') && !snapshot.hasTag('signingIn') : !isOther;
      }
      case 'checkout.retried':
        return isSignedIn;
      case 'xstate.error.actor.openGateway':
        // openGateway throws only while the provider's window opens.
        return snapshot.matches({ card: { paying: 'clean' } });
      default:
        return true;
    }
  },
};
