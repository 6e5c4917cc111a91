import type { Clock } from '../../../machines/engine/clock.ts';
import type { Effects } from '../../../machines/effects.ts';
import { createBilling } from '../../invoices/effects.ts';
import { createBookingPage } from '../../bookings/effects/bookingPage.ts';
import { createBookings } from '../../bookings/effects/bookings.ts';
import { createBuyPoints } from '../../points/effects.ts';
import { createCalendarFeed } from '../../bookings/effects/calendarFeed.ts';
import { createDownloads } from './downloads.ts';
import type { Send } from './http.ts';
import { createMoves } from '../../bookings/effects/moves.ts';
import { createSeries } from '../../bookings/effects/series.ts';
import { createWaitingList } from '../../bookings/effects/waitingList.ts';

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

/** `requestAsCaller`: for calls that visitors may make as well. */
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
  calendarFeed: createCalendarFeed(authenticatedRequest),
  ...createWaitingList(send, authenticatedRequest),
  series: createSeries(requestAsCaller),
  buyPoints: createBuyPoints(authenticatedRequest, clock),
});
