import { sql, type Kysely } from 'kysely';

/**
 * When the job that removes unused pictures checks a picture next, and since when the picture is unused. The next
 * pass checks existing pictures, and pictures that a server of the previous version adds.
 */
const statements = [
  sql`alter table picture
    add column unused_since timestamptz,
    add column next_check_at timestamptz not null default now()`,
  sql`create index picture_next_check on picture (next_check_at)`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
