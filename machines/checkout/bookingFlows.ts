import { checkoutFlow } from './checkout.ts';
import { liveFlow } from '../rooms/live/live.ts';
import { roomsFlow } from '../rooms/rooms.ts';
import { joinWaitingListFlow } from '../bookings/waitingList/joinWaitingList.ts';

/** The flows that find rooms, choose slots, pay for them and join the waiting list. */
export const bookingFlows = [roomsFlow, liveFlow, checkoutFlow, joinWaitingListFlow] as const;
