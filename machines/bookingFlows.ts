import { checkoutFlow } from './checkout/checkout.ts';
import { liveFlow } from './live.ts';
import { resultsFlow } from './results.ts';
import { slotsFlow } from './slots.ts';
import { waitlistFlow } from './waitlist.ts';

/** The flows in which rooms are found, and slots are chosen, waited for and paid for. */
export const bookingFlows = [slotsFlow, liveFlow, resultsFlow, checkoutFlow, waitlistFlow] as const;
