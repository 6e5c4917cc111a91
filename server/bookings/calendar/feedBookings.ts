import { sql } from 'kysely';
import { addDays, dateAt, instantOf } from '../../../domain/time/calendar.ts';
import { bookingCodes } from '../../../domain/bookings/bookingStates.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { customerBookings, type CustomerBooking } from '../customerBookings.ts';
import { anyOf } from '../../platform/database/anyOf.ts';
import type { Database } from '../../platform/database/schema.ts';
import { feedUser } from '../../calendar/feeds.ts';

/** How many days back a feed goes, and the maximum number of its bookings. */
const DAYS_BACK = 90;
const MAX_BOOKINGS = 500;

const byTime = (one: CustomerBooking, other: CustomerBooking): number =>
  instantOf(one.day, one.start_slot) - instantOf(other.day, other.start_slot) || (one.id < other.id ? -1 : 1);

/**
 * The bookings of the last 90 days and of the future in the feed with a secret, in order of time and including cancelled ones.
 * When there are too many, those from today on come first, then the past ones, in both cases the nearest ones. Undefined when
 * there is no such feed.
 */
export async function feedBookings(
  database: Database,
  secret: string,
  now: EpochMs,
): Promise<CustomerBooking[] | undefined> {
  const userId = await feedUser(database, secret);
  if (userId === undefined) return undefined;
  const today = dateAt(now);
  const bookings = await customerBookings(database)
    .where('booking.user_id', '=', userId)
    .where('status', '=', anyOf(['confirmed', bookingCodes.cancelled], 'text'))
    .where('day', '>=', addDays(today, -DAYS_BACK))
    .orderBy(sql`day < ${today}::date`)
    .orderBy(sql`abs(day - ${today}::date)`)
    .orderBy('start_slot')
    .orderBy('booking.id')
    .limit(MAX_BOOKINGS)
    .execute();
  return bookings.sort(byTime);
}
