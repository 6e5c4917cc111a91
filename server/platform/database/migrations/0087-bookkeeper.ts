import { sql, type Kysely } from 'kysely';

/** Another role of an account. Servers of the previous version refuse it at the desk. */
const statements = [
  sql`alter table app_user drop constraint app_user_role_check`,
  sql`alter table app_user add constraint app_user_role_check
    check (role in ('customer', 'bookkeeper', 'staff', 'manager', 'owner'))`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
