import { sql, type Kysely } from 'kysely';

/** At most one row: tax documents wait until an operator has named their next numbers, because the database was restored. */
const statements = [
  sql`create table paper_pause (
    singleton boolean primary key default true check (singleton),
    since timestamptz not null,
    backup_made_at timestamptz not null
  )`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
