import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { SignedInUser } from './accessTokens.ts';

/**
 * The SQL condition that the session of an access token is live: one look-up by primary key, which any statement can
 * include. False for a token without a session. `now`: milliseconds since 1970.
 */
export const isLiveSession = (
  { id, sessionId }: Pick<SignedInUser, 'id' | 'sessionId'>,
  now: number,
): RawBuilder<boolean> =>
  sessionId === null
    ? sql<boolean>`false`
    : sql<boolean>`exists (
        select from session where session.id = ${sessionId}::uuid and session.user_id = ${id}
          and session.revoked_at is null and session.absolute_expires_at > ${new Date(now)}::timestamptz
      )`;

/** Checks `isLiveSession` with a separate query. */
export async function hasLiveSession(
  database: Database,
  user: Pick<SignedInUser, 'id' | 'sessionId'>,
  now: number,
): Promise<boolean> {
  const { rows } = await sql<{ live: boolean }>`select ${isLiveSession(user, now)} as live`.execute(database);
  return rows[0]?.live === true;
}
