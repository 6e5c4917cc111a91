import { sql, type Kysely } from 'kysely';

/**
 * The oldest version that may run on the tables, named by a migration that it knows. A migration that removes something sets it to
 * the migration of the first version that no longer used it. Earlier versions do not read it and refuse newer tables.
 */
const statements = [
  sql`create table schema_compatibility (
    only_row boolean primary key default true check (only_row),
    oldest_migration text not null
  )`,
  sql`insert into schema_compatibility (oldest_migration) values ('0065-schema-compatibility')`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
