import { assign } from 'xstate';
import { messages, toastDurations } from '../../domain/text/messages.ts';
import { type Failure, failureOf } from '../engine/failure.ts';
import { sendToFlow } from '../engine/system.ts';
import type { BookingSelection, SeriesDate } from './events.ts';
import { releaseSetup } from './release.ts';
import {
  checkoutToast,
  hasErrorCode,
  refusedTransitions,
  type Rejection,
  rejectionIn,
  setFailure,
  setUser,
} from './setup.ts';

export const orderSetup = releaseSetup.extend({
  guards: {
    isPriceChanged: (_, rejection: Rejection) => hasErrorCode('price-changed', rejection),
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
export const creatingOrder = orderSetup.createStateConfig({
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

/** The prices from the server's error. The visitor sees them before confirming again. */
function withNewPrice(selection: BookingSelection, failure: Failure): BookingSelection {
  const { pricePerHour, rates } = failure.details;
  if (pricePerHour === undefined) return selection;
  const { rates: _former, ...others } = selection.room;
  const room = { ...others, pricePerHour, ...(rates && { rates }) };
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
