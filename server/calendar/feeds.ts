import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { addDays, dateAt, instantOf } from '../../domain/time/calendar.ts';
import { bookingCodes } from '../../domain/bookings/bookingStates.ts';
import { customerBookings, type CustomerBooking } from '../bookings/customerBookings.ts';
import type { Database, Tx } from '../database/schema.ts';

const SECRET_BYTES = 32;
/** How many days back a feed goes, and the maximum number of its bookings. */
const DAYS_BACK = 90;
const MAX_BOOKINGS = 500;

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** When the user's feed was created; null when the user has none. */
export async function feedCreatedAt(database: Database, userId: string): Promise<Date | null> {
  const feed = await database
    .selectFrom('calendar_feed')
    .select('created_at')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return feed?.created_at ?? null;
}

/**
 * Creates a user's feed and replaces an existing one. Returns its secret, 256 random bits as base64url, of which only a hash is
 * stored. `now`: milliseconds since 1970.
 */
export async function createFeed(database: Database, userId: string, now: number): Promise<string> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const feed = { secret_hash: hashOf(secret), created_at: new Date(now) };
  await database
    .insertInto('calendar_feed')
    .values({ user_id: userId, ...feed })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(feed))
    .execute();
  return secret;
}

/** Deletes a user's feed, if there is one. */
export async function revokeFeed(database: Database | Tx, userId: string): Promise<void> {
  await database.deleteFrom('calendar_feed').where('user_id', '=', userId).execute();
}

const byTime = (one: CustomerBooking, other: CustomerBooking): number =>
  instantOf(one.day, one.start_slot) - instantOf(other.day, other.start_slot) || (one.id < other.id ? -1 : 1);

/**
 * The bookings of the last 90 days and of the future in the feed with a secret, in order of time and including cancelled ones.
 * When there are too many, those from today on come first, then the past ones, in both cases the nearest ones. Undefined when
 * there is no such feed. `now`: milliseconds since 1970.
 */
export async function feedBookings(
  database: Database,
  secret: string,
  now: number,
): Promise<CustomerBooking[] | undefined> {
  const feed = await database
    .selectFrom('calendar_feed')
    .select('user_id')
    .where('secret_hash', '=', hashOf(secret))
    .executeTakeFirst();
  if (!feed) return undefined;
  const today = dateAt(now);
  const bookings = await customerBookings(database)
    .where('booking.user_id', '=', feed.user_id)
    .where('status', 'in', ['confirmed', bookingCodes.cancelled])
    .where('day', '>=', addDays(today, -DAYS_BACK))
    .orderBy(sql`day < ${today}::date`)
    .orderBy(sql`abs(day - ${today}::date)`)
    .orderBy('start_slot')
    .orderBy('booking.id')
    .limit(MAX_BOOKINGS)
    .execute();
  return bookings.sort(byTime);
}
