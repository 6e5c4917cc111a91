import { assign } from 'xstate';
import { messages, toastDurations } from '../../domain/text/messages.ts';
import { type Failure, failureOf } from '../engine/failure.ts';
import { sendToFlow } from '../engine/system.ts';
import type { BookingSelection, SeriesDate } from './events.ts';
import {
  checkoutToast,
  hasErrorCode,
  refusedTransitions,
  type Rejection,
  rejectionIn,
  setFailure,
  setUser,
  toBooked,
  toPaidLate,
} from './setup.ts';
import { pendingTransitions, waitingSetup } from './waiting.ts';

export const holdSetup = waitingSetup.extend({
  guards: {
    isPriceChanged: (_, rejection: Rejection) => hasErrorCode('price-changed', rejection),
    /** The payment can be checked only after its user has signed in again. */
    isUnauthenticated: (_, { error }: Rejection) => failureOf(error).status === 401,
    wasDismissed: ({ context }) => context.closeReason === 'dismissed',
    wasTimedOut: ({ context }) => context.closeReason === 'timedOut',
  },
  actions: {
    setNewPrice: assign(({ context: { selection } }, { error }: Rejection) => ({
      selection: selection && withNewPrice(selection, failureOf(error)),
    })),
    showProcessFailedToast: sendToFlow(
      'notifier',
      checkoutToast('error', messages.payment.processFailed, toastDurations.short),
    ),
  },
});

/** A repeated call returns the same hold and order. */
export const creatingOrder = holdSetup.createStateConfig({
  description: 'The server holds the slots and opens an order at the payment provider',
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
          closeReason: null,
        }),
        'persist',
      ],
    },
    onError: [
      ...refusedTransitions('showProcessFailedToast'),
      {
        guard: { type: 'isPriceChanged', params: rejectionIn },
        target: '#checkout.reviewing',
        actions: [setFailure, { type: 'setNewPrice', params: rejectionIn }, 'showProcessFailedToast'],
      },
      { target: '#checkout.reviewing', actions: [setFailure, 'showProcessFailedToast'] },
    ],
  },
  on: {
    'checkout.userChanged': {
      guard: { type: 'isSignOut', params: ({ event }) => event },
      target: '#checkout.reviewing',
      actions: setUser,
    },
  },
});

/** The payment is too late, or its status could not be fetched. */
const unansweredTransitions = [
  toPaidLate,
  {
    guard: { type: 'isTransient', params: rejectionIn },
    target: 'unconfirmed',
    actions: [setFailure, 'showSomethingWrongToast'],
  },
  {
    guard: { type: 'isUnauthenticated', params: rejectionIn },
    target: 'unconfirmed',
    actions: setFailure,
  },
] as const;

export const releasing = holdSetup.createStateConfig({
  description:
    'The server releases the slots unless the payment was made. “Cancelled” is shown only after the server has confirmed it.',
  tags: ['busy'],
  invoke: {
    id: 'releaseHold',
    src: 'releaseHold',
    input: ({ context }) => ({ bookingId: context.bookingId ?? '' }),
    onDone: [
      toBooked,
      ...pendingTransitions,
      {
        guard: 'wasTimedOut',
        target: '#checkout.timedOut',
        actions: ['clearPayment', 'persist', 'dismissToast', 'announceSlots'],
      },
      {
        guard: 'wasDismissed',
        target: '#checkout.reviewing',
        actions: ['clearPayment', 'persist', 'showCancelledToast', 'announceSlots'],
      },
      { target: '#checkout.reviewing', actions: ['clearPayment', 'persist', 'announceSlots'] },
    ],
    onError: [
      ...unansweredTransitions,
      { target: '#checkout.reviewing', actions: [setFailure, 'clearPayment', 'persist'] },
    ],
  },
});

/** The next CONFIRM finds a live hold again. */
export const resuming = holdSetup.createStateConfig({
  description:
    'After a reload the payment may have been made, or another tab may be making it: its status is fetched, and no hold is released',
  tags: ['busy'],
  invoke: {
    id: 'fetchPaymentStatus',
    src: 'fetchPaymentStatus',
    input: ({ context }) => ({ bookingId: context.bookingId ?? '' }),
    onDone: [
      toBooked,
      ...pendingTransitions,
      { target: '#checkout.reviewing', actions: ['clearPayment', 'persist'] },
    ],
    onError: [
      ...unansweredTransitions,
      { target: '#checkout.reviewing', actions: ['clearPayment', 'persist'] },
    ],
  },
});

/** The price from the server's error. The visitor sees it before confirming again. */
function withNewPrice(selection: BookingSelection, failure: Failure): BookingSelection {
  const price = failure.details.pricePerHour;
  if (price === undefined) return selection;
  const room = { ...selection.room, pricePerHour: price };
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
