import type { SeriesDatePreview, SeriesQuery } from '../../../contract/bookings/series.ts';
import { bookingWindow, startedSlots } from '../../../domain/time/calendar.ts';
import { isOpenFor } from '../../../domain/time/openingHours.ts';
import { isRangeFree } from '../../../domain/time/ranges.ts';
import { seriesDates } from '../../../domain/bookings/series.ts';
import { parseBookingTimes, type SlotRange } from '../../../domain/time/slots.ts';
import { fieldError, noSuchRoom } from '../../platform/http/apiError.ts';
import { alternatives } from '../../checkout/alternatives.ts';
import { checkDate } from '../../slots/requestedRange.ts';
import { takenSlotsForQueries } from '../../slots/takenSlots.ts';
import type { Database } from '../../platform/database/schema.ts';

/** For a visitor: every hold belongs to another user and counts as taken. */
const NO_USER = '00000000-0000-0000-0000-000000000000';

/**
 * GET series: the availability of each date of a series for the user, and the alternatives to the dates that are not free. Throws
 * 400 for a first date outside the booking window or times that have started, and 404 for an unknown room. `userId`: null for a
 * visitor. `now`: milliseconds since 1970.
 */
export async function seriesAvailability(
  database: Database,
  { mid, bdate, every, count, ...times }: SeriesQuery,
  userId: string | null,
  now: number,
): Promise<SeriesDatePreview[]> {
  checkDate('bdate', bdate, now);
  const range = parseBookingTimes(times) as SlotRange;
  if (range.start < startedSlots(bdate, now)) throw fieldError('stime', 'must not have started');
  const { last } = bookingWindow(now);
  const days = seriesDates(bdate, every, count);
  const bookableDays = days.filter((day) => day <= last);
  const found = await takenSlotsForQueries(
    database,
    bookableDays.map((day) => ({ roomIds: [mid], day, userId, now })),
  );
  if (!found[0]?.has(mid)) throw noSuchRoom('mid');
  const dates: SeriesDatePreview[] = [];
  for (const [index, day] of days.entries()) {
    const availability = found[index]?.get(mid);
    if (!availability) {
      dates.push({ bdate: day, state: 'outside' });
    } else if (isRangeFree(availability, range)) {
      dates.push({ bdate: day, state: 'free' });
    } else {
      const requested = { userId: userId ?? NO_USER, roomId: mid, day, range, now };
      dates.push({
        bdate: day,
        state: isOpenFor(availability.open, range) ? 'taken' : 'closed',
        alternatives: await alternatives(database, requested, availability),
      });
    }
  }
  return dates;
}
