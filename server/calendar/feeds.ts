import { createHash, randomBytes } from 'node:crypto';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import type { Database, Tx } from '../platform/database/schema.ts';

const SECRET_BYTES = 32;

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
 * stored.
 */
export async function createFeed(database: Database, userId: string, now: EpochMs): Promise<string> {
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

/** The user of the feed with a secret; undefined when there is no such feed. */
export async function feedUser(database: Database, secret: string): Promise<string | undefined> {
  const feed = await database
    .selectFrom('calendar_feed')
    .select('user_id')
    .where('secret_hash', '=', hashOf(secret))
    .executeTakeFirst();
  return feed?.user_id;
}
