import type { BookRequest } from '../../contract/bookings/booking.ts';
import { startedSlots, bookingWindow } from '../../domain/time/calendar.ts';
import { parseBookingTimes, type SlotRange } from '../../domain/time/slots.ts';
import type { Visit } from '../../domain/bookings/visit.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { fieldError, ApiError } from '../platform/http/apiError.ts';

/** A slot range that a user wants to book. */
export interface RequestedRange {
  readonly userId: string;
  readonly roomId: number;
  /** IST date. */
  readonly day: string;
  readonly range: SlotRange;
  readonly now: EpochMs;
  /** First day (IST date) of the cancellation policies that the page showed; missing when it showed none. */
  readonly policyFrom?: string | undefined;
  /** What the customer says about the visit. */
  readonly visit?: Visit;
}

/**
 * Throws 400 for a date outside the booking window (spec 5). `field`: the name of the date's field in the request. `now`: the server's clock.
 */
export function checkDate(field: string, date: string, now: EpochMs): void {
  const { first, last } = bookingWindow(now);
  if (date < first || date > last) throw fieldError(field, `must be from ${first} to ${last}`);
}

/**
 * Validates the rules of a booking request that need no database: the user is the one of the access token (ruling 17), the
 * date is in the booking window, and no slot has started (ruling 6). Throws 403 or 400.
 */
export function requestedRange(
  request: Pick<BookRequest, 'mid' | 'uid' | 'bdate' | 'stime' | 'etime' | 'ctime' | 'policy_from'> & Visit,
  userId: string,
  now: EpochMs,
): RequestedRange {
  if (request.uid !== userId) throw new ApiError('foreign-user', 'You can book only for yourself');
  checkDate('bdate', request.bdate, now);
  const range = parseBookingTimes(request);
  if (range === null) throw fieldError('ctime', 'must end a run of adjacent slots');
  if (range.start < startedSlots(request.bdate, now)) throw fieldError('stime', 'must not have started');
  const { headcount, wishes, policy_from: policyFrom } = request;
  return {
    userId,
    roomId: request.mid,
    day: request.bdate,
    range,
    now,
    policyFrom,
    visit: { headcount, wishes },
  };
}
