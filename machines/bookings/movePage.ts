import { bookingFlows } from '../checkout/bookingFlows.ts';
import { bookingFlow } from './bookingPage.ts';
import { moveFlow, moveLiveFlow } from './move/move.ts';

/** The flows of the page that moves a booking: the booking, the move, its live connection, and the checkout that takes a payment for it. */
export const movePageFlows = [bookingFlow, moveFlow, moveLiveFlow, ...bookingFlows] as const;
