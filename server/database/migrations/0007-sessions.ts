import { sql, type Kysely } from 'kysely';

/**
 * A row for every session (token family), so that it ends as a whole and at an absolute time (decision 0018), and the key
 * of an e-mail address as domain/email.ts builds it (decision 0019). Only additions: servers of the version before go on
 * working beside it. No foreign key from refresh_token, because those servers begin families without a session row.
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
  // The oldest token that is left of a family was issued thirty days before it expires.
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
