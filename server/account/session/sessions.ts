import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database, Tx } from '../../platform/database/schema.ts';
import { revokeFeed } from '../../calendar/feeds.ts';
import type { SignedInUser } from './accessTokens.ts';
import { liveSessionCheck } from './liveSession.ts';
import { inTransaction } from '../../platform/database/transaction.ts';

const DAY_MS = 86_400_000;
/** A session expires when it is not refreshed for this long. */
const TOKEN_LIFETIME_MS = 30 * DAY_MS;
/** A session expires this long after the sign-in, even when it is refreshed. */
const SESSION_LIFETIME_MS = 90 * DAY_MS;
/** During this time after its rotation a token gets the same response again, in case the client never received the first one. */
const RETRY_GRACE_MS = 10_000;
/** Rows that one sign-in deletes. */
const PURGE_LIMIT = 1000;

/**
 * Why a refresh token is rejected. 'reused': the token was rotated before, so two parties have it, and the session is revoked.
 */
export type RefusedToken = 'unknown' | 'expired' | 'revoked' | 'reused';

export type Rotation =
  | { readonly kind: 'rotated'; readonly userId: string; readonly sessionId: string; readonly token: string }
  | { readonly kind: RefusedToken; readonly userId: string | null };

/**
 * Sessions and their refresh tokens (decision 0002): 256 random bits, rotated at every use and stored only as hashes.
 * The tokens of one sign-in are a token family. They share the session's row, which every change locks first.
 */
export interface Sessions {
  /**
   * Starts the session of a user who signed in with the password of `password_hash`. Null when the password was changed
   * after `password_hash` was read. `device`: see deviceName.
   */
  begin(
    user: { readonly id: string; readonly password_hash: string },
    device: string | null,
  ): Promise<NewSession | null>;
  /** Starts a session in the transaction that creates the user. */
  beginInTransaction(tx: Tx, userId: string, device: string | null): Promise<NewSession>;
  /** Rotates a token, or returns why the token is rejected. A session without a device name gets `device`. */
  rotate(token: string, device?: string | null): Promise<Rotation>;
  /** Revokes the session that a token belongs to. Does nothing for an unknown token. */
  revoke(token: string): Promise<void>;
  /** The most recently used first. */
  list(userId: string): Promise<readonly LiveSession[]>;
  /** Whether the session of an access token is live. */
  isLive(user: Pick<SignedInUser, 'id' | 'sessionId'>): Promise<boolean>;
  /** Revokes one session of a user, and the calendar feed; false when the user has no such live session. */
  revokeOne(userId: string, sessionId: string): Promise<boolean>;
  /**
   * Revokes all sessions of a user, except the session `except`, and the calendar feed, which another device may have subscribed
   * to. The caller has locked the user's row.
   */
  revokeAll(tx: Tx, userId: string, except?: string): Promise<void>;
  /** Deletes all sessions of a user with their tokens, and the calendar feed. The caller has locked the user's row. */
  deleteAll(tx: Tx, userId: string): Promise<void>;
}

/** A new session with its first refresh token. */
export interface NewSession {
  readonly id: string;
  readonly token: string;
}

export interface LiveSession {
  readonly id: string;
  readonly device: string | null;
  readonly created_at: Date;
  readonly last_used_at: Date;
}

/** Revokes all sessions of a user except one, and the calendar feed. */
export async function revokeAllSessions(
  tx: Tx,
  userId: string,
  now: EpochMs,
  except?: string,
): Promise<void> {
  const revoked_at = new Date(now);
  const mark = (table: 'session' | 'refresh_token', family: 'id' | 'family') => sql`
    update ${sql.table(table)} set revoked_at = ${revoked_at}
    where user_id = ${userId} and revoked_at is null
      ${except === undefined ? sql`` : sql`and ${sql.ref(family)} <> ${except}`}`;
  // The sessions are marked first: a rotation that has locked one of them finishes before its tokens are marked.
  await mark('session', 'id').execute(tx);
  await mark('refresh_token', 'family').execute(tx);
  await revokeFeed(tx, userId);
}

export function createSessions(
  database: Database,
  config: Pick<Config, 'refreshTokenSecret'>,
  now: () => EpochMs,
): Sessions {
  const hmacOf = (purpose: string, token: string) =>
    createHmac('sha256', config.refreshTokenSecret).update(`${purpose}:${token}`);
  const hashOf = (token: string): string => hmacOf('hash', token).digest('hex');
  /**
   * The successor is derived from the token and our secret, so a retry within the grace period gets the same token as
   * the lost response. A family therefore never has two live tokens, and a stolen token is still detected when it is used
   * next.
   */
  const successorOf = (token: string): string => hmacOf('successor', token).digest('base64url');

  const storeToken = (tx: Tx, token: string, session: { id: string; user_id: string }, endsAt: Date) =>
    tx
      .insertInto('refresh_token')
      .values({
        token_hash: hashOf(token),
        family: session.id,
        user_id: session.user_id,
        expires_at: new Date(Math.min(now() + TOKEN_LIFETIME_MS, endsAt.getTime())),
      })
      .execute();

  const findToken = (tx: Tx, token: string) =>
    tx
      .selectFrom('refresh_token')
      .select(['family', 'used_at', 'expires_at'])
      .where('token_hash', '=', hashOf(token))
      .executeTakeFirst();

  const lockSessionRow = (tx: Tx, id: string) =>
    tx
      .selectFrom('session')
      .select(['id', 'user_id', 'absolute_expires_at', 'revoked_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();

  /**
   * Locks the session of a token, so that rotation and revocation are serialised and no rotation leaves a live token
   * after a revocation. A token family that a server of the previous version started gets its session row here.
   */
  async function lockSession(tx: Tx, token: string) {
    const known = await findToken(tx, token);
    if (!known) return undefined;
    const session = await lockSessionRow(tx, known.family);
    if (session) return session;
    await sql`insert into session (id, user_id, absolute_expires_at, revoked_at)
      select family, user_id, min(expires_at) + ${`${SESSION_LIFETIME_MS - TOKEN_LIFETIME_MS} milliseconds`}::interval,
        min(revoked_at)
      from refresh_token where family = ${known.family} group by family, user_id
      on conflict do nothing`.execute(tx);
    return lockSessionRow(tx, known.family);
  }

  /** Marks the session and every token of the family, because servers of the previous version read only the tokens. */
  async function revokeLocked(tx: Tx, id: string): Promise<void> {
    const revoked_at = new Date(now());
    await tx
      .updateTable('session')
      .set({ revoked_at })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .execute();
    await tx
      .updateTable('refresh_token')
      .set({ revoked_at })
      .where('family', '=', id)
      .where('revoked_at', 'is', null)
      .execute();
  }

  /** True when a server of the previous version has revoked the family; such a server marks only one token. */
  const hasRevokedToken = async (tx: Tx, id: string): Promise<boolean> =>
    (await tx
      .selectFrom('refresh_token')
      .select('token_hash')
      .where('family', '=', id)
      .where('revoked_at', 'is not', null)
      .limit(1)
      .executeTakeFirst()) !== undefined;

  /** True when the token was rotated within the grace period and its successor has not been used. */
  async function isRetry(tx: Tx, usedAt: Date, successor: string): Promise<boolean> {
    if (usedAt.getTime() <= now() - RETRY_GRACE_MS) return false;
    const next = await findToken(tx, successor);
    return next !== undefined && next.used_at === null;
  }

  async function rotateLocked(tx: Tx, token: string, device: string | null): Promise<Rotation> {
    const session = await lockSession(tx, token);
    // Read again under the lock, because a concurrent call may have rotated this token.
    const current = session && (await findToken(tx, token));
    if (!session || !current) return { kind: 'unknown', userId: null };
    const { id, user_id: userId, absolute_expires_at: endsAt } = session;
    if (session.revoked_at !== null) return { kind: 'revoked', userId };
    if (await hasRevokedToken(tx, id)) {
      await revokeLocked(tx, id);
      return { kind: 'revoked', userId };
    }
    if (endsAt.getTime() <= now()) return { kind: 'expired', userId };

    const successor = successorOf(token);
    if (current.used_at === null) {
      if (current.expires_at.getTime() <= now()) return { kind: 'expired', userId };
      await tx
        .updateTable('refresh_token')
        .set({ used_at: new Date(now()) })
        .where('token_hash', '=', hashOf(token))
        .execute();
      await tx
        .updateTable('session')
        .set({ last_used_at: new Date(now()), device: sql`coalesce(device, ${device})` })
        .where('id', '=', id)
        .execute();
      await storeToken(tx, successor, session, endsAt);
      return { kind: 'rotated', userId, sessionId: id, token: successor };
    }
    if (await isRetry(tx, current.used_at, successor)) {
      return { kind: 'rotated', userId, sessionId: id, token: successor };
    }
    await revokeLocked(tx, id);
    return { kind: 'reused', userId };
  }

  /** Deletes expired tokens, then expired sessions without tokens. Rows that another transaction has locked are skipped. */
  async function purge(): Promise<void> {
    const before = new Date(now());
    await sql`delete from refresh_token where token_hash in (
      select token_hash from refresh_token where expires_at < ${before}
      limit ${PURGE_LIMIT} for update skip locked)`.execute(database);
    await sql`delete from session where id in (
      select id from session where absolute_expires_at < ${before}
        and not exists (select from refresh_token where family = session.id)
      limit ${PURGE_LIMIT} for update skip locked)`.execute(database);
  }

  async function beginInTransaction(tx: Tx, userId: string, device: string | null): Promise<NewSession> {
    const token = randomBytes(32).toString('base64url');
    const session = { id: randomUUID(), user_id: userId };
    const startedAt = new Date(now());
    const endsAt = new Date(now() + SESSION_LIFETIME_MS);
    await tx
      .insertInto('session')
      .values({
        ...session,
        absolute_expires_at: endsAt,
        created_at: startedAt,
        last_used_at: startedAt,
        device,
      })
      .execute();
    await storeToken(tx, token, session, endsAt);
    return { id: session.id, token };
  }

  /**
   * True when the password is still the one that was checked. A concurrent change of the password waits for the lock, and
   * then revokes the new session too.
   */
  const lockPassword = async (tx: Tx, user: { id: string; password_hash: string }): Promise<boolean> =>
    (await tx
      .selectFrom('app_user')
      .select('id')
      .where('id', '=', user.id)
      .where('password_hash', '=', user.password_hash)
      .forShare()
      .executeTakeFirst()) !== undefined;

  const liveSessionsOf = (tx: Tx | Database, userId: string) =>
    tx
      .selectFrom('session')
      .select(['id', 'device', 'created_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .where('absolute_expires_at', '>', new Date(now()))
      // The last token may expire before the session.
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('refresh_token')
            .select('token_hash')
            .whereRef('refresh_token.family', '=', 'session.id')
            .where('refresh_token.used_at', 'is', null)
            .where('refresh_token.revoked_at', 'is', null)
            .where('refresh_token.expires_at', '>', new Date(now())),
        ),
      );

  return {
    async begin(user, device) {
      await purge();
      return inTransaction(database, async (tx) =>
        (await lockPassword(tx, user)) ? beginInTransaction(tx, user.id, device) : null,
      );
    },
    beginInTransaction,

    rotate: (token, device = null) => inTransaction(database, (tx) => rotateLocked(tx, token, device)),

    revoke: (token) =>
      inTransaction(database, async (tx) => {
        const session = await lockSession(tx, token);
        if (session) await revokeLocked(tx, session.id);
      }),

    list: (userId) =>
      liveSessionsOf(database, userId).orderBy('last_used_at', 'desc').orderBy('id').execute(),

    isLive: liveSessionCheck(database, now),

    revokeOne: (userId, sessionId) =>
      inTransaction(database, async (tx) => {
        const session = await lockSessionRow(tx, sessionId);
        if (!session || session.user_id !== userId || session.revoked_at !== null) return false;
        await revokeLocked(tx, sessionId);
        await revokeFeed(tx, userId);
        return true;
      }),

    revokeAll: (tx, userId, except) => revokeAllSessions(tx, userId, now(), except),

    async deleteAll(tx, userId) {
      await tx.deleteFrom('session').where('user_id', '=', userId).execute();
      await tx.deleteFrom('refresh_token').where('user_id', '=', userId).execute();
      await revokeFeed(tx, userId);
    },
  };
}
