import { checkoutFlow } from './checkout/checkout.ts';
import { liveFlow } from './live.ts';
import { resultsFlow } from './results.ts';
import { slotsFlow } from './slots.ts';
import { waitlistFlow } from './waitlist.ts';

/** The flows that find rooms, choose slots, pay for them and join the waiting list. */
export const bookingFlows = [slotsFlow, liveFlow, resultsFlow, checkoutFlow, waitlistFlow] as const;
