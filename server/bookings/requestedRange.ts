import type { BookRequest } from '../../contract/booking.ts';
import { startedSlots, bookingWindow } from '../../domain/calendar.ts';
import { parseBookingTimes, type SlotRange } from '../../domain/slots.ts';
import { fieldError, ApiError } from '../apiError.ts';

/** A stretch that a user is about to book. */
export interface RequestedRange {
  readonly userId: string;
  readonly roomId: number;
  /** IST date. */
  readonly day: string;
  readonly range: SlotRange;
  /** The server's clock, milliseconds since 1970. */
  readonly now: number;
}

/**
 * Refuses (400) a date outside today to six months ahead (spec 5); `field` is what the call names it.
 * `now`: the server's clock, milliseconds since 1970.
 */
export function checkDate(field: string, date: string, now: number): void {
  const { first, last } = bookingWindow(now);
  if (date < first || date > last) throw fieldError(field, `must be from ${first} to ${last}`);
}

/**
 * What a booking's request asks for, as far as nobody has to be asked: it is the token's own user who books (ruling 17),
 * the date is in the window, and none of the half-hours has begun (ruling 6). Refuses with 403 or 400.
 */
export function requestedRange(
  request: Pick<BookRequest, 'mid' | 'uid' | 'bdate' | 'stime' | 'etime' | 'ctime'>,
  userId: string,
  now: number,
): RequestedRange {
  if (request.uid !== userId) throw new ApiError('foreign-user', 'A booking is made for oneself');
  checkDate('bdate', request.bdate, now);
  const range = parseBookingTimes(request);
  if (range === null) throw fieldError('ctime', 'must end an unbroken stretch of half-hours');
  if (range.start < startedSlots(request.bdate, now)) throw fieldError('stime', 'must not have begun');
  return { userId, roomId: request.mid, day: request.bdate, range, now };
}
