import type { SeriesGlance, SeriesQuery } from '../../contract/series.ts';
import { bookingWindow, startedSlots } from '../../domain/calendar.ts';
import { isOpenFor } from '../../domain/openingHours.ts';
import { isRangeFree } from '../../domain/ranges.ts';
import { seriesDates } from '../../domain/series.ts';
import { parseBookingTimes, type SlotRange } from '../../domain/slots.ts';
import { ApiError, fieldError } from '../apiError.ts';
import { alternatives } from '../bookings/alternatives.ts';
import { checkDate } from '../bookings/requestedRange.ts';
import { takenSlotsOf } from '../bookings/takenSlots.ts';
import type { Database } from '../database/schema.ts';

/** Who holds nothing, so that every hold counts: a visitor. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * GET series at a glance: which dates are free for the user, and what can be booked instead of those that are not (decision
 * 0059). Refuses with 400 a first date outside the booking window or times that have begun, and with 404 an unknown room.
 * `userId`: null for a visitor. `now`: the server's clock, milliseconds since 1970.
 */
export async function seriesGlance(
  database: Database,
  { mid, bdate, every, count, ...times }: SeriesQuery,
  userId: string | null,
  now: number,
): Promise<SeriesGlance[]> {
  checkDate('bdate', bdate, now);
  const range = parseBookingTimes(times) as SlotRange;
  if (range.start < startedSlots(bdate, now)) throw fieldError('stime', 'must not have begun');
  const { last } = bookingWindow(now);
  const days = seriesDates(bdate, every, count);
  const inside = days.filter((day) => day <= last);
  const found = await takenSlotsOf(
    database,
    inside.map((day) => ({ roomIds: [mid], day, userId, now })),
  );
  if (!found[0]?.has(mid)) {
    throw new ApiError('not-found', 'There is no such room', { fields: { mid: 'must be a room' } });
  }
  const glances: SeriesGlance[] = [];
  for (const [nth, day] of days.entries()) {
    const availability = found[nth]?.get(mid);
    if (!availability) {
      glances.push({ bdate: day, state: 'outside' });
    } else if (isRangeFree(availability, range)) {
      glances.push({ bdate: day, state: 'free' });
    } else {
      const requested = { userId: userId ?? NOBODY, roomId: mid, day, range, now };
      glances.push({
        bdate: day,
        state: isOpenFor(availability.open, range) ? 'taken' : 'closed',
        alternatives: await alternatives(database, requested, availability),
      });
    }
  }
  return glances;
}
