import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { SignedInUser } from './accessTokens.ts';

/**
 * Whether the session of an access token is live: one look-up by key, which a statement that is made anyway can contain. False for
 * a token that names no session. `now`: milliseconds since 1970.
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

/** Whether it is, by a query of its own. */
export async function hasLiveSession(
  database: Database,
  user: Pick<SignedInUser, 'id' | 'sessionId'>,
  now: number,
): Promise<boolean> {
  const { rows } = await sql<{ live: boolean }>`select ${isLiveSession(user, now)} as live`.execute(database);
  return rows[0]?.live === true;
}
