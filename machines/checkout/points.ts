import type { MemberBalance } from '../../domain/money/points.ts';
import { startedSlots } from '../../domain/time/calendar.ts';
import { messages } from '../../domain/text/messages.ts';
import { dataChanged } from '../engine/topics.ts';
import { sendToFlow } from '../engine/system.ts';
import { cardSetup } from './card.ts';
import { isOnAccount, pointsOfSelection } from './price.ts';
import {
  checkoutToast,
  refusedTransitions,
  rejectionIn,
  setFailure,
  setUser,
  type CheckoutContext,
} from './setup.ts';

export const pointsSetup = cardSetup.extend({
  guards: {
    paysOnAccount: ({ context: { selection } }) => selection !== null && isOnAccount(selection),
    /** By the server's clock, the first chosen slot has started or its day is over (ruling 6). */
    hasStarted: ({ context: { clock, selection } }) =>
      !!selection?.range && startedSlots(selection.date, clock.now()) > selection.range.start,
    paysWithPoints: ({ context: { selection } }, balance: MemberBalance) =>
      selection !== null && pointsOfSelection(selection, balance) !== null,
  },
  actions: {
    showInitializeToast: sendToFlow('notifier', checkoutToast('loading', messages.booking.initialize)),
    showDetailsFailedToast: sendToFlow('notifier', checkoutToast('error', messages.member.fetchFailed)),
    showBookedToast: sendToFlow('notifier', checkoutToast('success', messages.booking.confirmed)),
    showBookingFailedToast: sendToFlow('notifier', checkoutToast('error', messages.booking.failed)),
    announceAccount: sendToFlow('root', dataChanged('account')),
  },
});

/** Implements spec 4. */
export const checkingBalance = pointsSetup.createStateConfig({
  description: 'The current balance decides between points and card, unless the account of the company pays',
  tags: ['busy'],
  entry: 'showInitializeToast',
  invoke: {
    id: 'loadBalance',
    src: 'loadBalance',
    input: ({ context }) => ({ userId: context.user?.id ?? '' }),
    onDone: [
      {
        // The response has just synced the clock.
        description: 'The time may have started, because the page was open for long or the clock was wrong',
        guard: 'hasStarted',
        target: 'startPassed',
      },
      { guard: 'paysOnAccount', target: 'bookingOnAccount' },
      { guard: { type: 'paysWithPoints', params: ({ event }) => event.output }, target: 'bookingWithPoints' },
      { target: 'card' },
    ],
    onError: { target: 'reviewing', actions: [setFailure, 'showDetailsFailedToast'] },
  },
  on: {
    'checkout.userChanged': {
      guard: { type: 'isSignOut', params: ({ event }) => event },
      target: 'reviewing',
      actions: [setUser, 'dismissToast'],
    },
  },
});

const bookingInput = ({ context }: { context: CheckoutContext }) => {
  if (!context.user || !context.selection) throw new Error('booking without a user or a selection');
  return { userId: context.user.id, selection: context.selection };
};

const toReviewIfTransient = {
  guard: { type: 'isTransient', params: rejectionIn },
  target: 'reviewing',
  actions: [setFailure, 'showSomethingWrongToast'],
} as const;

export const bookingWithPoints = pointsSetup.createStateConfig({
  description:
    'The server takes slots and points in one transaction; after an error the selection is unchanged',
  tags: ['busy'],
  invoke: {
    id: 'bookWithPoints',
    src: 'bookWithPoints',
    input: bookingInput,
    onDone: { target: 'booked', actions: 'showBookedToast' },
    onError: [
      ...refusedTransitions('showBookingFailedToast'),
      toReviewIfTransient,
      { target: 'reviewing', actions: [setFailure, 'showBookingFailedToast'] },
    ],
  },
});

export const bookingOnAccount = pointsSetup.createStateConfig({
  description:
    'The server takes the slots and charges the company in one transaction; after an error the selection is unchanged',
  tags: ['busy'],
  invoke: {
    id: 'bookOnAccount',
    src: 'bookOnAccount',
    input: bookingInput,
    onDone: { target: 'booked', actions: 'showBookedToast' },
    onError: [
      ...refusedTransitions('showBookingFailedToast'),
      {
        guard: { type: 'isPriceChanged', params: rejectionIn },
        target: 'reviewing',
        actions: [setFailure, { type: 'setNewPrice', params: rejectionIn }, 'showBookingFailedToast'],
      },
      toReviewIfTransient,
      {
        description: 'Whether the user still books for a company is loaded again',
        target: 'reviewing',
        actions: [setFailure, 'showBookingFailedToast', 'announceAccount'],
      },
    ],
  },
});
