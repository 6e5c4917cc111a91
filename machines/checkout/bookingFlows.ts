import { checkoutFlow } from './checkout.ts';
import { liveFlow } from '../rooms/live/live.ts';
import { resultsFlow } from '../rooms/results/results.ts';
import { slotsFlow } from '../rooms/slots/slots.ts';
import { joinWaitingListFlow } from '../bookings/waitingList/joinWaitingList.ts';

/** The flows that find rooms, choose slots, pay for them and join the waiting list. */
export const bookingFlows = [slotsFlow, liveFlow, resultsFlow, checkoutFlow, joinWaitingListFlow] as const;
