import { sql, type Kysely } from 'kysely';

/**
 * The desk makes accounts without an address for customers who give only a phone number: one for each number. Servers of the
 * previous version make none.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create unique index app_user_phone_only on app_user (phone)
    where email like 'none:%' and made_by = 'desk' and closed_at is null`.execute(database);
  await sql`create index app_user_phone on app_user (phone)`.execute(database);
}
