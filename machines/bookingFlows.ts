import { checkoutFlow } from './checkout/checkout.ts';
import { liveFlow } from './live.ts';
import { resultsFlow } from './results.ts';
import { slotsFlow } from './slots.ts';

/** The flows in which rooms are found, and slots are chosen and paid for. */
export const bookingFlows = [slotsFlow, liveFlow, resultsFlow, checkoutFlow] as const;
