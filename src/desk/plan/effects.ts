import type { BlockOutsResponse } from '../../../contract/desk/blockOuts.ts';
import type { DeskBookingResponse } from '../../../contract/desk/booking.ts';
import type { DayPlanResponse } from '../../../contract/desk/dayPlan.ts';
import { stateOf } from '../../../domain/bookings/bookingStates.ts';
import { parseAmount, parsePaise, withPaise } from '../../../domain/money/amounts.ts';
import { paiseOf } from '../../../domain/money/pricing.ts';
import { camelCased } from '../../../domain/text/camelCased.ts';
import { openRangeOf } from '../../../domain/time/openingHours.ts';
import { ranged } from '../../../domain/time/ranged.ts';
import type { FormEntry } from '../../../machines/engine/form/form.ts';
import { cancelTermsOf, paymentDetailsOf } from '../../bookings/exports.ts';
import { timedRequestOf } from '../effects/requests.ts';
import { refundRequestOf } from '../money/exports.ts';
import type { BlockOut, DayPlan, DeskBooking } from '../../../machines/desk/dayPlan.ts';

export const dayPlanOf = ({ rooms, entries, ...plan }: DayPlanResponse['data']): DayPlan => ({
  ...camelCased(plan),
  rooms: rooms.map(({ price_per_hour, opens, closes, ...room }) => ({
    ...room,
    pricePerHour: paiseOf(price_per_hour),
    open: opens === null || closes === null ? null : openRangeOf({ opens, closes }),
  })),
  entries: entries.map(({ paid_with, amount, ...entry }) => ({
    ...ranged(entry),
    amount: paid_with === null || amount === null ? null : parseAmount(paid_with, amount),
  })),
});

export const deskBookingOf = ({
  state,
  status,
  paid_with,
  amount,
  returned,
  payments,
  terms,
  refunds = [],
  refundable = null,
  refund_request: refundRequest = null,
  history = [],
  ...booking
}: DeskBookingResponse['data']): DeskBooking => ({
  ...ranged(booking),
  amount: parseAmount(paid_with, amount),
  returned: returned === null ? null : parseAmount(paid_with, returned),
  payments: payments.map(paymentDetailsOf),
  terms: terms && cancelTermsOf(terms),
  history,
  state: stateOf({ state, status }),
  refunds: refunds.map(withPaise),
  refundable: refundable && {
    left: parsePaise(refundable.left),
    atProvider: parsePaise(refundable.at_provider),
    alone: refundable.alone === null ? null : parsePaise(refundable.alone),
    disputed: refundable.disputed,
  },
  refundRequest: refundRequest && refundRequestOf(refundRequest),
});

export const blockOutOf = ({
  in_the_way,
  version = 0,
  except_days: exceptDays = [],
  ...blockOut
}: BlockOutsResponse['data'][number]): BlockOut => ({
  ...ranged(blockOut),
  version,
  exceptDays,
  inTheWay: in_the_way.map(ranged),
});

/** Without a room the call blocks all rooms. */
export const blockOutRequestOf = ({ roomId = '', ...entry }: FormEntry): Record<string, string> => ({
  ...timedRequestOf(entry),
  room_id: roomId === 'all' ? '' : roomId,
});
