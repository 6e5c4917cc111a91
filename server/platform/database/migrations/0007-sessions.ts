import { sql, type Kysely } from 'kysely';

/**
 * A row for every session (token family), so that it can be revoked as a whole and expires at an absolute time,
 * and an index on the key of an e-mail address as domain/account/email.ts computes it. The migration only adds, so that
 * servers of the previous version continue to work. refresh_token has no foreign key, because those servers start families
 * without a session row.
 */
const statements = [
  sql`create table session (
    id uuid primary key,
    user_id uuid not null references app_user (id) on delete cascade,
    absolute_expires_at timestamptz not null,
    revoked_at timestamptz
  )`,
  sql`create index session_of_user on session (user_id)`,
  sql`create index session_end on session (absolute_expires_at)`,
  // A token was issued thirty days before it expires; the oldest remaining token of a family gives the start of the session.
  sql`insert into session (id, user_id, absolute_expires_at, revoked_at)
    select family, user_id, min(expires_at) + interval '60 days', min(revoked_at)
    from refresh_token group by family, user_id`,
  sql`update refresh_token set revoked_at = session.revoked_at from session
    where session.id = refresh_token.family and session.revoked_at is not null
      and refresh_token.revoked_at is null`,
  sql`create index refresh_token_family on refresh_token (family)`,
  sql`create index refresh_token_expiry on refresh_token (expires_at)`,

  sql`create unique index app_user_email_key on app_user (lower(email collate "C"))`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
