import { sql, type Kysely } from 'kysely';

/**
 * Whether the account's password is shorter than eight characters or common. A sign-in finds it out, because
 * only a hash is stored; null before the first sign-in at a server of this version.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table app_user add column password_is_weak boolean`.execute(database);
}
