import { sql, type Kysely } from 'kysely';

/** Invitations to the staff. Their links are rows of `account_link`; servers of the previous version do not look for them. */
const statements = [
  sql`create table staff_invitation (
    id uuid primary key default gen_random_uuid(),
    email text not null,
    role text not null check (role in ('bookkeeper', 'staff', 'manager', 'owner')),
    invited_by uuid not null references app_user (id),
    sent_at timestamptz not null,
    ended_at timestamptz
  )`,
  sql`create unique index staff_invitation_open on staff_invitation (lower(email collate "C")) where ended_at is null`,
  sql`alter table account_link drop constraint account_link_purpose_check`,
  sql`alter table account_link add constraint account_link_purpose_check
    check (purpose in ('reset', 'confirm-address', 'staff-invitation'))`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
