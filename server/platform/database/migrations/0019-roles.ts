import { sql, type Kysely } from 'kysely';

/** The role of an account. Servers of the previous version create customers and do not read the role. */
const statements = [
  sql`alter table app_user add column role text not null default 'customer'
    check (role in ('customer', 'staff', 'manager', 'owner'))`,
  sql`create index app_user_staff on app_user (role) where role <> 'customer'`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
