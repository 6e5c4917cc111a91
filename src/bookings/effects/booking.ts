import type * as api from '../../../contract/bookings/booking.ts';
import type * as detailsApi from '../../../contract/bookings/bookingDetails.ts';
import { stateOf } from '../../../domain/bookings/bookingStates.ts';
import { rangedToLastSlot } from '../../../domain/time/ranged.ts';
import type { Booking, BookingDetails } from '../../../machines/bookings/booking.ts';

const convert = <Value extends api.Booking>({
  open_move,
  state: _state,
  status: _status,
  ...booking
}: Value) => ({
  ...rangedToLastSlot(booking),
  ...(open_move && { pendingMove: rangedToLastSlot(open_move) }),
});

export const bookingOf = (booking: api.Booking): Booking => ({
  ...convert(booking),
  state: stateOf(booking),
});

export const bookingDetailsOf = (booking: detailsApi.BookingDetails): BookingDetails => ({
  ...convert(booking),
  state: stateOf(booking),
});
