import type { SeriesDatePreview, SeriesQuery } from '../../../contract/bookings/series.ts';
import { bookingWindow, startedSlots } from '../../../domain/time/calendar.ts';
import { isOpenFor } from '../../../domain/time/openingHours.ts';
import { isRangeFree } from '../../../domain/time/ranges.ts';
import { seriesDates } from '../../../domain/bookings/series.ts';
import { parseBookingTimes, type SlotRange } from '../../../domain/time/slots.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { fieldError, noSuchRoom } from '../../platform/http/apiError.ts';
import { nearestTimes, searchAlternatives } from '../../checkout/alternatives.ts';
import { checkDate } from '../../slots/requestedRange.ts';
import type { Database } from '../../platform/database/schema.ts';

/**
 * GET series: the availability of each date of a series for the user, and the alternatives to the dates that are not free. Throws
 * 400 for a first date outside the booking window or times that have started, and 404 for an unknown room. `userId`: null for a
 * visitor.
 */
export async function seriesAvailability(
  database: Database,
  { mid, bdate, every, count, ...times }: SeriesQuery,
  userId: string | null,
  now: EpochMs,
): Promise<SeriesDatePreview[]> {
  checkDate('bdate', bdate, now);
  const range = parseBookingTimes(times) as SlotRange;
  if (range.start < startedSlots(bdate, now)) throw fieldError('stime', 'must not have started');
  const { last } = bookingWindow(now);
  const days = seriesDates(bdate, every, count);
  const bookableDays = days.filter((day) => day <= last);
  // Searches that begin together are one statement.
  const found = await Promise.all(
    bookableDays.map((day) => searchAlternatives(database, { userId, roomId: mid, day, range, now })),
  );
  if (!found[0]?.availability) throw noSuchRoom('mid');
  return days.map((day, index): SeriesDatePreview => {
    const { availability, rooms } = found[index] ?? {};
    if (!availability || !rooms) return { bdate: day, state: 'outside' };
    if (isRangeFree(availability, range)) return { bdate: day, state: 'free' };
    return {
      bdate: day,
      state: isOpenFor(availability.open, range) ? 'taken' : 'closed',
      alternatives: { times: nearestTimes(availability, range), rooms: [...rooms] },
    };
  });
}
