import { joinWaitingListFlow } from './bookings/waitingList/joinWaitingList.ts';
import { checkoutFlow } from './checkout/checkout.ts';
import { liveFlow } from './rooms/live/live.ts';
import { roomsFlow } from './rooms/rooms.ts';

/** One chunk for everything from the search to the payment and the waiting list. */
export const bookingFlows = [roomsFlow, liveFlow, checkoutFlow, joinWaitingListFlow] as const;
