import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { emailKey } from '../../../domain/account/email.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database, PendingRegistration, Tx, LinkPurpose } from '../../platform/database/schema.ts';
import { linkToken } from '../../outbox/linkToken.ts';

const MINUTE_MS = 60_000;
/** How long a link is valid. A link that sets a password expires soon; an invitation waits for its reader. */
const LIFETIME_MS: Readonly<Record<LinkPurpose, number>> = {
  reset: 30 * MINUTE_MS,
  'confirm-address': 24 * 60 * MINUTE_MS,
  'staff-invitation': 7 * 24 * 60 * MINUTE_MS,
};
/** About one subject in a window, so that no mailbox is flooded. The last link stays usable. */
const MAX_EMAILS = 5;
const WINDOW_MS = 15 * MINUTE_MS;
/** Rows that one new link deletes. */
const PURGE_LIMIT = 1000;

/** A link to send in an email. */
export interface NewAccountLink {
  readonly purpose: LinkPurpose;
  /** Key of the link's owner. A new link replaces the previous one of the same subject. */
  readonly subject: string;
  readonly userId: string | null;
  readonly email: string;
  /** It requested the link (see deviceName). */
  readonly device: string | null;
  readonly registration?: PendingRegistration;
  /** How long the link is valid, in milliseconds; the usual time of its purpose when left out. */
  readonly lifetimeMs?: number;
}

/** A created link. `id`: the email's reference to it. */
export interface CreatedLink {
  readonly id: string;
  readonly expiresAt: EpochMs;
}

/** A link that is valid. */
export interface UsableLink {
  readonly id: string;
  readonly user_id: string | null;
  readonly email: string;
  readonly device: string | null;
  readonly registration: PendingRegistration | null;
}

/** Links in emails (decision 0045): 256 random bits, stored as a hash, usable once and for a limited time. */
export interface Links {
  /**
   * Creates a link, which replaces the previous one of the same subject. Null, with nothing changed, after too many emails
   * about the subject or too many registrations of the address.
   */
  create(tx: Tx, link: NewAccountLink): Promise<CreatedLink | null>;
  /** Undefined when the link is unknown, used, replaced or expired. */
  find(purpose: LinkPurpose, token: string): Promise<UsableLink | undefined>;
  /** Marks a link as used and returns it. Of several concurrent calls only one gets the link; the others get undefined. */
  use(tx: Tx, purpose: LinkPurpose, token: string): Promise<UsableLink | undefined>;
  /** Makes all links of a user unusable. */
  revokeAll(tx: Tx, userId: string): Promise<void>;
  /** Deletes all links of a user, including the addresses in them. */
  deleteAll(tx: Tx, userId: string): Promise<void>;
  /** Requested and not confirmed yet; null when there is none. `email`: the current address. */
  pendingAddress(userId: string, email: string): Promise<string | null>;
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Makes the link of a subject unusable. `now`: the server's clock. */
export async function endLink(tx: Tx, purpose: LinkPurpose, subject: string, now: EpochMs): Promise<void> {
  await tx
    .updateTable('account_link')
    .set({ used_at: new Date(now) })
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('used_at', 'is', null)
    .execute();
}

export function createLinks(
  database: Database,
  config: Pick<Config, 'refreshTokenSecret'>,
  now: () => EpochMs,
): Links {
  const columns = ['id', 'user_id', 'email', 'device', 'registration'] as const;

  const purge = (tx: Tx) =>
    sql`delete from account_link where id in (
      select id from account_link where expires_at < ${new Date(now())} and window_ends_at < ${new Date(now())}
      limit ${PURGE_LIMIT} for update skip locked)`.execute(tx);

  const usableLinks = (purpose: LinkPurpose, token: string) =>
    database
      .selectFrom('account_link')
      .select(columns)
      .where('purpose', '=', purpose)
      .where('token_hash', '=', hashOf(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', new Date(now()));

  /** Registrations of an address in the last window that wait for confirmation. */
  async function recentRegistrations(tx: Tx, email: string): Promise<number> {
    const recent = await tx
      .selectFrom('account_link')
      .select(sql<number>`count(*)::int`.as('count'))
      .where(sql`lower(email collate "C")`, '=', emailKey(email))
      .where('registration', 'is not', null)
      .where('window_ends_at', '>', new Date(now()))
      .executeTakeFirst();
    return recent?.count ?? 0;
  }

  const find: Links['find'] = (purpose, token) => usableLinks(purpose, token).executeTakeFirst();

  return {
    async create(tx, { purpose, subject, userId, email, device, registration, lifetimeMs }) {
      await purge(tx);
      if (registration !== undefined && (await recentRegistrations(tx, email)) >= MAX_EMAILS) return null;
      const id = randomUUID();
      const expiresAt = now() + (lifetimeMs ?? LIFETIME_MS[purpose]);
      const windowEnds = new Date(now() + WINDOW_MS);
      const isNewWindow = sql`account_link.window_ends_at <= ${new Date(now())}`;
      const created = await tx
        .insertInto('account_link')
        .values({
          purpose,
          subject,
          id,
          token_hash: hashOf(linkToken(config.refreshTokenSecret, purpose, id)),
          user_id: userId,
          email,
          device,
          registration: registration === undefined ? null : JSON.stringify(registration),
          created_at: new Date(now()),
          expires_at: new Date(expiresAt),
          window_ends_at: windowEnds,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['purpose', 'subject'])
            .doUpdateSet(({ ref }) => ({
              id: ref('excluded.id'),
              token_hash: ref('excluded.token_hash'),
              user_id: ref('excluded.user_id'),
              email: ref('excluded.email'),
              device: ref('excluded.device'),
              created_at: ref('excluded.created_at'),
              expires_at: ref('excluded.expires_at'),
              used_at: null,
              letters: sql<number>`case when ${isNewWindow} then 1 else account_link.letters + 1 end`,
              window_ends_at: sql<Date>`case when ${isNewWindow} then excluded.window_ends_at
                else account_link.window_ends_at end`,
            }))
            .where(sql<boolean>`${isNewWindow} or account_link.letters < ${MAX_EMAILS}`),
        )
        .returning('id')
        .executeTakeFirst();
      return created === undefined ? null : { id, expiresAt };
    },

    find,

    use: (tx, purpose, token) =>
      tx
        .updateTable('account_link')
        .set({ used_at: new Date(now()) })
        .where('purpose', '=', purpose)
        .where('token_hash', '=', hashOf(token))
        .where('used_at', 'is', null)
        .where('expires_at', '>', new Date(now()))
        .returning(columns)
        .executeTakeFirst(),

    async revokeAll(tx, userId) {
      await tx
        .updateTable('account_link')
        .set({ used_at: new Date(now()) })
        .where('user_id', '=', userId)
        .where('used_at', 'is', null)
        .execute();
    },

    async deleteAll(tx, userId) {
      await tx.deleteFrom('account_link').where('user_id', '=', userId).execute();
    },

    async pendingAddress(userId, email) {
      const link = await database
        .selectFrom('account_link')
        .select('email')
        .where('purpose', '=', 'confirm-address')
        .where('subject', '=', userId)
        .where('used_at', 'is', null)
        .where('expires_at', '>', new Date(now()))
        .executeTakeFirst();
      return link && emailKey(link.email) !== emailKey(email) ? link.email : null;
    },
  };
}
