import type { BlockOutsResponse } from '../../../contract/desk/blockOuts.ts';
import type { DeskBookingResponse } from '../../../contract/desk/booking.ts';
import type { DayPlanResponse } from '../../../contract/desk/dayPlan.ts';
import { stateOf } from '../../../domain/bookings/bookingStates.ts';
import { paiseOf } from '../../../domain/money/pricing.ts';
import { camelCased } from '../../../domain/text/camelCased.ts';
import { openRangeOf } from '../../../domain/time/openingHours.ts';
import { ranged } from '../../../domain/time/ranged.ts';
import type { BlockOut, DayPlan, DeskBooking } from '../../../machines/desk/dayPlan.ts';

export const dayPlanOf = ({ rooms, entries, ...plan }: DayPlanResponse['data']): DayPlan => ({
  ...camelCased(plan),
  rooms: rooms.map(({ price_per_hour, opens, closes, ...room }) => ({
    ...room,
    pricePerHour: paiseOf(price_per_hour),
    open: opens === null || closes === null ? null : openRangeOf({ opens, closes }),
  })),
  entries: entries.map(ranged),
});

export const deskBookingOf = ({ state, status, ...booking }: DeskBookingResponse['data']): DeskBooking => ({
  ...ranged(booking),
  state: stateOf({ state, status }),
});

export const blockOutOf = ({ in_the_way, ...blockOut }: BlockOutsResponse['data'][number]): BlockOut => ({
  ...ranged(blockOut),
  inTheWay: in_the_way.map(ranged),
});
