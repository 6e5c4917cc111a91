import { sql, type Kysely } from 'kysely';

/**
 * Account management: links in emails, confirmed addresses, devices, and closing an account. The migration only adds: servers of
 * the previous version register accounts with unconfirmed addresses, and start and rotate sessions without a device. Existing
 * accounts are unconfirmed too; they work as before until somebody else confirms the address.
 */
const statements = [
  sql`alter table app_user
    add column email_confirmed_at timestamptz,
    add column closed_at timestamptz`,

  sql`alter table session
    add column created_at timestamptz not null default now(),
    add column last_used_at timestamptz not null default now(),
    add column device text`,
  // A session expires ninety days after the sign-in, a token thirty days after it was issued.
  sql`update session set
    created_at = absolute_expires_at - interval '90 days',
    last_used_at = least(now(), coalesce(
      (select max(expires_at) - interval '30 days' from refresh_token where family = session.id),
      absolute_expires_at - interval '90 days'))`,

  sql`create table account_link (
    purpose text not null check (purpose in ('reset', 'confirm-address')),
    subject text not null,
    id uuid not null unique,
    token_hash text not null unique,
    user_id uuid references app_user (id) on delete cascade,
    email text not null,
    registration jsonb,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    used_at timestamptz,
    letters integer not null default 1,
    window_ends_at timestamptz not null,
    primary key (purpose, subject)
  )`,
  sql`create index account_link_of_user on account_link (user_id)`,
  sql`create index account_link_end on account_link (expires_at)`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
