import type { BlockOutsResponse } from '../../../contract/desk/blockOuts.ts';
import type { DeskBookingResponse } from '../../../contract/desk/booking.ts';
import type { DayPlanResponse } from '../../../contract/desk/dayPlan.ts';
import { stateOf } from '../../../domain/bookings/bookingStates.ts';
import { parseAmount } from '../../../domain/money/amounts.ts';
import { paiseOf } from '../../../domain/money/pricing.ts';
import { camelCased, snakeCased } from '../../../domain/text/camelCased.ts';
import { openRangeOf } from '../../../domain/time/openingHours.ts';
import { ranged } from '../../../domain/time/ranged.ts';
import { bookingTimes, slotTime } from '../../../domain/time/slots.ts';
import type { FormEntry } from '../../../machines/engine/form/form.ts';
import { cancelTermsOf, paymentDetailsOf } from '../../bookings/effects.ts';
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
  ...booking
}: DeskBookingResponse['data']): DeskBooking => ({
  ...ranged(booking),
  amount: parseAmount(paid_with, amount),
  returned: returned === null ? null : parseAmount(paid_with, returned),
  payments: payments.map(paymentDetailsOf),
  terms: terms && cancelTermsOf(terms),
  state: stateOf({ state, status }),
});

export const blockOutOf = ({ in_the_way, ...blockOut }: BlockOutsResponse['data'][number]): BlockOut => ({
  ...ranged(blockOut),
  inTheWay: in_the_way.map(ranged),
});

/** An entry whose `startTime` and `endTime` are slot boundaries. */
export const timedRequestOf = ({ startTime, endTime, ...entry }: FormEntry): Record<string, string> => ({
  ...snakeCased(entry),
  start_time: slotTime(Number(startTime)),
  end_time: slotTime(Number(endTime)),
});

/** Without a room the call blocks all rooms. */
export const blockOutRequestOf = ({ roomId = '', ...entry }: FormEntry): Record<string, string> => ({
  ...timedRequestOf(entry),
  room_id: roomId === 'all' ? '' : roomId,
});

/** `start` and `end` of the entry are slot boundaries. Times that are no range are sent as they are: the server refuses them. */
export function bookingRequestOf({
  roomId = '',
  day = '',
  start = '',
  end = '',
  ...entry
}: FormEntry): Record<string, string> {
  const range = { start: Number(start), end: Number(end) };
  const times = bookingTimes(range);
  return {
    ...snakeCased(entry),
    mid: roomId,
    bdate: day,
    ...times,
    ...(range.start >= range.end && { etime: times.stime }),
  };
}
