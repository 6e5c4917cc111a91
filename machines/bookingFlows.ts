import { checkoutFlow } from './checkout/checkout.ts';
import { liveFlow } from './live.ts';
import { slotsFlow } from './slots.ts';

/** The flows in which slots are chosen and paid for. */
export const bookingFlows = [slotsFlow, liveFlow, checkoutFlow] as const;
