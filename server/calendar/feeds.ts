import { createHash, randomBytes } from 'node:crypto';
import { addDays, dateAt } from '../../domain/calendar.ts';
import { customerBookings, type CustomerBooking } from '../bookings/customerBookings.ts';
import type { Database, Tx } from '../database/schema.ts';

const SECRET_BYTES = 32;
/** How far back a feed goes, in days, and the most bookings that it has. */
const DAYS_BACK = 90;
const MOST_BOOKINGS = 500;

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Since when a user has a feed; null without one. */
export async function feedSince(database: Database, userId: string): Promise<Date | null> {
  const feed = await database
    .selectFrom('calendar_feed')
    .select('created_at')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return feed?.created_at ?? null;
}

/** Makes a user's feed, in place of the one before; returns its secret, 256 random bits, which is not kept. */
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

/** Ends a user's feed, if there is one. */
export async function revokeFeed(database: Database | Tx, userId: string): Promise<void> {
  await database.deleteFrom('calendar_feed').where('user_id', '=', userId).execute();
}

/**
 * The bookings of the feed with a secret, cancelled ones included, in order of time: those of the last 90 days and all to come.
 * Undefined when there is no such feed.
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
  return customerBookings(database)
    .where('booking.user_id', '=', feed.user_id)
    .where('status', 'in', ['confirmed', 'called_off'])
    .where('day', '>=', addDays(dateAt(now), -DAYS_BACK))
    .orderBy('day')
    .orderBy('start_slot')
    .orderBy('booking.id')
    .limit(MOST_BOOKINGS)
    .execute();
}
