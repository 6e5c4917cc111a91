import { sql, type Kysely } from 'kysely';

/**
 * Who made an account, and the former address of an account that lost it. A server of the previous version makes
 * accounts at the desk as 'self', which is the careful value: the desk is asked before it gives them anything.
 */
const statements = [
  sql`alter table app_user
    add column made_by text not null default 'self' check (made_by in ('self', 'desk')),
    add column released_email text`,
  // A registration starts a session and sends a link; a sale or a payment link at the desk does neither, and the audit names the
  // account that it made a moment before.
  sql`update app_user set made_by = 'desk'
    where email_confirmed_at is null and closed_at is null
      and not exists (select from session where session.user_id = app_user.id)
      and not exists (select from refresh_token where refresh_token.user_id = app_user.id)
      and not exists (select from account_link where account_link.user_id = app_user.id and purpose = 'confirm-address')
      and exists (select from audit_entry
        where action in ('sold at the desk', 'held for a payment link') and became ->> 'user_id' = app_user.id::text
          and at between app_user.created_at - interval '1 minute' and app_user.created_at + interval '1 minute')`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
