import { and, assign } from 'xstate';
import { messages } from '../../domain/text/messages.ts';
import { repairSelection } from '../../domain/money/repair.ts';
import { slotsIn } from '../../domain/time/slots.ts';
import { slotsId, sendToFlow, toast } from '../engine/system.ts';
import { isMoveRefused } from './moveRefusal.ts';
import { pointsSetup } from './points.ts';
import { type ChangedUser, checkoutToast, setUser, toOtherSelection } from './setup.ts';

export const reviewSetup = pointsSetup.extend({
  guards: {
    isSignedIn: ({ context }) => context.user !== null,
    isOtherUser: ({ context }, { user }: ChangedUser) => user?.id !== context.user?.id,
    isMoveRefused: ({ context }) => isMoveRefused(context),
    lacksTimes: ({ context }) => !context.selection?.range,
    hasRest: ({ context }) => !!context.missed?.kept,
    /**
     * The next selection waits while the current booking's payment is open and, after a reload, until its
     * owner is known.
     */
    isNextDue: ({ context }) => context.next !== null && context.bookingId === null,
    /** A payment was open before a reload or a lost connection, and its user is signed in. */
    hasUnsettledPayment: ({ context }) => context.bookingId !== null && context.user !== null,
  },
  actions: {
    /** The previous error belongs to the other booking. */
    applyNext: assign({
      selection: ({ context }) => context.next ?? context.selection,
      next: null,
      failure: null,
      missed: null,
    }),
    /** Keeps the longest part of the selection that can be booked in one piece. A move or a series cannot be reduced. */
    reduceSelection: assign(({ context: { selection, failure } }) => {
      if (!selection?.range || selection.pendingMove || selection.series) return { missed: null };
      const { range } = selection;
      // A server of the previous version may not send the taken slots.
      const taken = failure?.details.taken ?? [];
      const { kept, lost } = repairSelection(slotsIn(range), taken);
      if (lost.length === 0)
        return { missed: { range, lost: slotsIn(range), kept: null, hasStarted: false } };
      return {
        selection: { ...selection, range: kept ?? range },
        missed: { range, lost, kept, hasStarted: false },
      };
    }),
    clearSelection: assign({ selection: null, failure: null, missed: null }),
    clearSlots: sendToFlow(({ context }) => slotsId(context.selection?.room.id ?? 0), {
      type: 'slots.cleared',
    }),
    /** In the topic of the session, because the result of the sign-in replaces it. */
    showLoginToConfirmToast: sendToFlow(
      'notifier',
      toast('warning', messages.booking.loginToConfirm, { topic: 'session' }),
    ),
    showSelectTimesToast: sendToFlow('notifier', checkoutToast('error', messages.booking.selectTimes)),
    showUnavailableToast: sendToFlow('notifier', checkoutToast('error', messages.slots.unavailable)),
  },
});

const confirmedTransitions = [
  { guard: 'isSignedIn', target: 'checkingBalance', actions: 'clearFailure' },
  { target: 'signingIn', actions: ['clearFailure', 'showLoginToConfirmToast'] },
] as const;

/** The visitor leaves a booking that cannot be completed. */
export const leftTransitions = [
  { guard: 'isNextDue', target: 'reviewing' },
  { target: 'empty', actions: ['clearSelection', 'persist'] },
] as const;

export const reviewing = reviewSetup.createStateConfig({
  description: 'The visitor reads room, times and price before confirming',
  always: [
    { guard: 'hasUnsettledPayment', target: 'card.resuming' },
    { guard: 'isNextDue', actions: ['applyNext', 'persist'] },
  ],
  on: {
    'checkout.started': { actions: toOtherSelection.actions },
    'checkout.confirmed': [
      { guard: 'isMoveRefused', description: 'The server would refuse the move again' },
      { guard: 'lacksTimes', actions: 'showSelectTimesToast' },
      ...confirmedTransitions,
    ],
  },
});

export const signingIn = reviewSetup.createStateConfig({
  description:
    'The login dialog is open. After a sign-in, here or in another tab, the review continues with prices and points.',
  tags: ['signingIn'],
  always: { guard: 'isSignedIn', target: 'reviewing', actions: 'dismissToast' },
  on: {
    'checkout.signInDismissed': 'reviewing',
    'checkout.left': 'reviewing',
  },
});

/** Ruling 21. */
export const blocked = reviewSetup.createStateConfig({
  description: 'The account cannot book. Confirming again would fail; another account may be able to book.',
  tags: ['blocked'],
  on: {
    'checkout.started': toOtherSelection,
    'checkout.userChanged': {
      guard: { type: 'isOtherUser', params: ({ event }) => event },
      target: 'reviewing',
      actions: [setUser, 'clearFailure'],
    },
    'checkout.left': { target: 'reviewing', actions: 'clearFailure' },
  },
});

export const slotsLost = reviewSetup.createStateConfig({
  description:
    'Another booking has taken some of the slots: the remaining ones can be confirmed. The slots actor of the room repairs its selection itself.',
  tags: ['slotsLost'],
  entry: ['reduceSelection', 'announceSlots', 'persist'],
  on: {
    'checkout.confirmed': [
      { guard: and(['hasRest', 'isSignedIn']), target: 'checkingBalance', actions: 'clearFailure' },
      {
        guard: 'hasRest',
        target: 'signingIn',
        actions: ['clearFailure', 'showLoginToConfirmToast'],
      },
    ],
    'checkout.started': toOtherSelection,
    'checkout.left': leftTransitions,
  },
});

export const startPassed = reviewSetup.createStateConfig({
  description:
    'The chosen time started before it was confirmed: no order is created, and another time can be chosen',
  tags: ['startPassed'],
  entry: ['showUnavailableToast', 'clearSlots', 'announceSlots'],
  on: { 'checkout.started': toOtherSelection, 'checkout.left': leftTransitions },
});

export const timedOut = reviewSetup.createStateConfig({
  description: 'The time to pay is over, and nothing was charged. The slots may still be free.',
  tags: ['timedOut'],
  on: {
    'checkout.started': toOtherSelection,
    'checkout.confirmed': confirmedTransitions,
    'checkout.left': 'reviewing',
  },
});
