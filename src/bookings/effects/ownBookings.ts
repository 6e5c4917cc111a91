import type { Clock } from '../../../machines/engine/clock.ts';
import type { Effects } from '../../../machines/effects.ts';
import { createBilling } from '../../invoices/effects.ts';
import { createBookingPage } from './bookingPage.ts';
import { createBookings } from './bookings.ts';
import { createBuyPoints } from '../../points/effects.ts';
import { createCalendarFeed } from './calendarFeed.ts';
import { createDownloads } from '../../app/effects/downloads.ts';
import type { Send } from '../../app/effects/http.ts';
import { createMoves } from './moves.ts';
import { createSeries } from './series.ts';
import { createWaitingList } from './waitingList.ts';

type OwnBookings = Pick<
  Effects,
  | 'bookings'
  | 'booking'
  | 'taxDocuments'
  | 'pastBookings'
  | 'cancellation'
  | 'downloads'
  | 'moves'
  | 'billing'
  | 'calendarFeed'
  | 'waitingList'
  | 'series'
  | 'buyPoints'
>;

/** All calls about the signed-in user's bookings and invoices. `requestAsCaller`: for calls that visitors may make as well. */
export const createOwnBookings = (
  send: Send,
  authenticatedRequest: Send,
  requestAsCaller: Send,
  clock: Clock,
): OwnBookings => ({
  bookings: createBookings(authenticatedRequest, clock),
  ...createBookingPage(authenticatedRequest),
  downloads: createDownloads(authenticatedRequest),
  moves: createMoves(authenticatedRequest),
  billing: createBilling(authenticatedRequest),
  calendarFeed: createCalendarFeed(authenticatedRequest, clock),
  ...createWaitingList(send, authenticatedRequest),
  series: createSeries(requestAsCaller),
  buyPoints: createBuyPoints(authenticatedRequest, clock),
});
