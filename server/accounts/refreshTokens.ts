import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Database, Tx } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';

const LIFETIME_MS = 30 * 86_400_000;
/** How long a token that was just exchanged still gets the same answer, for a client that never received it. */
const RETRY_GRACE_MS = 10_000;

/** A session that goes on: whose it is, and the token that continues it. */
export interface ContinuedSession {
  readonly userId: string;
  readonly token: string;
}

/**
 * Refresh tokens: 256 random bits, exchanged at every use, of which only hashes are kept. All tokens of one sign-in
 * are a family; a token presented again after it was exchanged means that two parties hold it, and ends the family.
 */
export interface RefreshTokens {
  /** Begins a family for a user who signed in. */
  begin(userId: string): Promise<string>;
  /** Exchanges a token for its successor; null when it is unknown, over, revoked or was exchanged before. */
  exchange(token: string): Promise<ContinuedSession | null>;
  /** Ends the token's family, if it has one. */
  end(token: string): Promise<void>;
}

export function refreshTokens(
  database: Database,
  config: Pick<Config, 'refreshTokenSecret'>,
  now: () => number,
): RefreshTokens {
  const keyed = (purpose: string, token: string) =>
    createHmac('sha256', config.refreshTokenSecret).update(`${purpose}:${token}`);
  const hashOf = (token: string): string => keyed('hash', token).digest('hex');
  /**
   * A token's successor follows from it and our secret. So a retry within the grace gets the very token that the lost
   * answer carried: a family never has two live ends, and a stolen token still gives itself away at its next use.
   */
  const successorOf = (token: string): string => keyed('successor', token).digest('base64url');

  async function store(on: Database | Tx, token: string, family: string, userId: string): Promise<void> {
    await on
      .insertInto('refresh_token')
      .values({
        token_hash: hashOf(token),
        family,
        user_id: userId,
        expires_at: new Date(now() + LIFETIME_MS),
      })
      .execute();
  }

  /** A family is over as soon as one of its tokens is revoked: so none can slip away that is being made just now. */
  async function endFamily(on: Database | Tx, token: string): Promise<void> {
    await on
      .updateTable('refresh_token')
      .set({ revoked_at: new Date(now()) })
      .where('token_hash', '=', hashOf(token))
      .execute();
  }

  const familyGoesOn = sql<boolean>`not exists (
    select from refresh_token as ended
    where ended.family = refresh_token.family and ended.revoked_at is not null
  )`;

  /** Whose session it is, when a token was exchanged a moment ago and its successor has not been used yet. */
  async function retryingUser(tx: Tx, token: string): Promise<string | undefined> {
    const retry = await tx
      .selectFrom('refresh_token')
      .innerJoin('refresh_token as next', 'next.family', 'refresh_token.family')
      .select('refresh_token.user_id')
      .where('refresh_token.token_hash', '=', hashOf(token))
      .where('refresh_token.used_at', '>', new Date(now() - RETRY_GRACE_MS))
      .where('next.token_hash', '=', hashOf(successorOf(token)))
      .where('next.used_at', 'is', null)
      .where(familyGoesOn)
      .executeTakeFirst();
    return retry?.user_id;
  }

  return {
    async begin(userId) {
      await database
        .deleteFrom('refresh_token')
        .where('user_id', '=', userId)
        .where('expires_at', '<', new Date(now()))
        .execute();
      const token = randomBytes(32).toString('base64url');
      await store(database, token, randomUUID(), userId);
      return token;
    },

    exchange: (token) =>
      inTransaction(database, async (tx) => {
        const successor = successorOf(token);
        // A second request with the same token waits here for the first, then finds it used.
        const used = await tx
          .updateTable('refresh_token')
          .set({ used_at: new Date(now()) })
          .where('token_hash', '=', hashOf(token))
          .where('used_at', 'is', null)
          .where('expires_at', '>', new Date(now()))
          .where(familyGoesOn)
          .returning(['family', 'user_id'])
          .executeTakeFirst();
        if (used) {
          await store(tx, successor, used.family, used.user_id);
          return { userId: used.user_id, token: successor };
        }
        const userId = await retryingUser(tx, token);
        if (userId !== undefined) return { userId, token: successor };
        await endFamily(tx, token);
        return null;
      }),

    end: (token) => endFamily(database, token),
  };
}
