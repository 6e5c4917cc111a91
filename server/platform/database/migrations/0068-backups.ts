import { sql, type Kysely } from 'kysely';

/** When backups were made, for the alert about the age of the last one. */
const statements = [
  sql`create table backup (made_at timestamptz not null default now())`,
  sql`create index backup_made_at on backup (made_at)`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
