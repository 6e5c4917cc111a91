import { bookingFlows } from './bookingFlows.ts';
import { bookingFlow } from './bookingPage.ts';
import { moveFlow } from './move.ts';

/** The flows of the page that moves a booking: the booking, the move, and the checkout that takes a payment for it. */
export const movePageFlows = [bookingFlow, moveFlow, ...bookingFlows] as const;
