import type { BookRequest } from '../../contract/booking.ts';
import { startedSlots, bookingWindow } from '../../domain/calendar.ts';
import { parseBookingTimes, type SlotRange } from '../../domain/slots.ts';
import { fieldError, ApiError } from '../apiError.ts';

/** A slot range that a user wants to book. */
export interface RequestedRange {
  readonly userId: string;
  readonly roomId: number;
  /** IST date. */
  readonly day: string;
  readonly range: SlotRange;
  /** The server's clock, milliseconds since 1970. */
  readonly now: number;
  /** The first day (IST date) of the cancellation policies that were shown; missing when none were. */
  readonly policyFrom?: string | undefined;
}

/**
 * Refuses (400) a date outside the booking window (spec 5). `field`: the date's name in the call. `now`: the server's
 * clock, milliseconds since 1970.
 */
export function checkDate(field: string, date: string, now: number): void {
  const { first, last } = bookingWindow(now);
  if (date < first || date > last) throw fieldError(field, `must be from ${first} to ${last}`);
}

/**
 * Validates a booking request as far as no database is needed: the user is the token's own (ruling 17), the date is in
 * the booking window, and no slot has started (ruling 6). Refuses with 403 or 400.
 */
export function requestedRange(
  request: Pick<BookRequest, 'mid' | 'uid' | 'bdate' | 'stime' | 'etime' | 'ctime' | 'policy_from'>,
  userId: string,
  now: number,
): RequestedRange {
  if (request.uid !== userId) throw new ApiError('foreign-user', 'A booking is made for oneself');
  checkDate('bdate', request.bdate, now);
  const range = parseBookingTimes(request);
  if (range === null) throw fieldError('ctime', 'must end a run of adjacent slots');
  if (range.start < startedSlots(request.bdate, now)) throw fieldError('stime', 'must not have begun');
  return { userId, roomId: request.mid, day: request.bdate, range, now, policyFrom: request.policy_from };
}
