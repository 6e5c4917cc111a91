import { sql, type RawBuilder } from 'kysely';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { batch } from '../../platform/database/batch.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { SignedInUser } from './accessTokens.ts';

/** How many queries of `liveSessionCheck` may run at once in a process. */
const CONCURRENT_CHECKS = 4;

/**
 * SQL: whether a session is live: one look-up by primary key, which any statement can include. False for a session id that is null.
 */
export const sessionIsLive = ({
  userId,
  id,
  now,
}: Record<'userId' | 'id' | 'now', RawBuilder<unknown>>): RawBuilder<boolean> => sql<boolean>`exists (
  select from session where session.id = ${id} and session.user_id = ${userId}
    and session.revoked_at is null and session.absolute_expires_at > ${now}
)`;

/** Whether the session of an access token is live. False for a token without a session. */
export async function hasLiveSession(
  database: Database,
  { id, sessionId }: Pick<SignedInUser, 'id' | 'sessionId'>,
  now: EpochMs,
): Promise<boolean> {
  const session = {
    userId: sql`${id}::uuid`,
    id: sql`${sessionId}::uuid`,
    now: sql`${new Date(now)}::timestamptz`,
  };
  const { rows } = await sql<{ live: boolean }>`select ${sessionIsLive(session)} as live`.execute(database);
  return rows[0]?.live === true;
}

/**
 * Returns the check whether the session of an access token is live, as a separate query. Concurrent checks share one round trip,
 * so that public calls with a token stay cheap.
 */
export const liveSessionCheck = (
  database: Database,
  now: () => EpochMs,
): ((user: Pick<SignedInUser, 'id' | 'sessionId'>) => Promise<boolean>) =>
  batch<Pick<SignedInUser, 'id' | 'sessionId'>, boolean>(
    async (users) => {
      const { rows } = await sql<{ id: string; user_id: string }>`select id, user_id from session
        where id = any(${users.map(({ sessionId }) => sessionId)}::uuid[])
          and revoked_at is null and absolute_expires_at > ${new Date(now())}`.execute(database);
      const live = new Map(rows.map(({ id, user_id }) => [id, user_id]));
      return users.map(({ id, sessionId }) => sessionId !== null && live.get(sessionId) === id);
    },
    { concurrency: CONCURRENT_CHECKS },
  );
