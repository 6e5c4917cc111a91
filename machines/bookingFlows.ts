import { joinWaitingListFlow } from './bookings/waitingList/joinWaitingList.ts';
import { checkoutFlow } from './checkout/checkout.ts';
import { liveFlow } from './rooms/live/live.ts';
import { roomsFlow } from './rooms/rooms.ts';

/** The flows that find rooms, choose slots, pay for them and join the waiting list: one file of the site's code for all of them. */
export const bookingFlows = [roomsFlow, liveFlow, checkoutFlow, joinWaitingListFlow] as const;
