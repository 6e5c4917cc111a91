import type * as api from '../../../contract/bookings/booking.ts';
import type * as detailsApi from '../../../contract/bookings/bookingDetails.ts';
import { parseAmount, parsePaise, withPaise } from '../../../domain/money/amounts.ts';
import { stateOf } from '../../../domain/bookings/bookingStates.ts';
import { camelCase } from '../../../domain/text/camelCased.ts';
import { rangedToLastSlot } from '../../../domain/time/apiTimes.ts';
import type { Booking, BookingDetails } from '../../../machines/bookings/booking.ts';
import { ratedRangeOf } from '../../rooms/exports.ts';
import { paymentDetailsOf } from '../effects.ts';

const convert = <Value extends api.Booking>({
  open_move,
  state: _state,
  status: _status,
  paid_with,
  amount,
  rates,
  refund,
  refunds,
  ...booking
}: Value) => ({
  ...rangedToLastSlot(booking),
  amount: parseAmount(paid_with, amount),
  ...(rates && { rates: rates.map(ratedRangeOf) }),
  ...(refund && { refund: { amount: parsePaise(refund.amount), status: camelCase(refund.status) } }),
  ...(refunds && { refunds: refunds.map(withPaise) }),
  ...(open_move && { pendingMove: { ...rangedToLastSlot(open_move), amount: parsePaise(open_move.amount) } }),
});

export const bookingOf = (booking: api.Booking): Booking => ({
  ...convert(booking),
  state: camelCase(stateOf(booking)),
});

export const bookingDetailsOf = ({
  payments,
  paid,
  back,
  kept,
  cancelled,
  ...booking
}: detailsApi.BookingDetails): BookingDetails => ({
  ...convert(booking),
  state: camelCase(stateOf(booking)),
  payments: payments.map(paymentDetailsOf),
  paid: parseAmount(booking.paid_with, paid),
  back: parseAmount(booking.paid_with, back),
  kept: parseAmount(booking.paid_with, kept),
  ...(cancelled && {
    cancelled: { at: cancelled.at, returned: parseAmount(booking.paid_with, cancelled.returned) },
  }),
});
