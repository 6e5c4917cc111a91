import { sql, type Kysely } from 'kysely';

/**
 * When a picture is looked at again by the job that removes those which nothing uses, and since when nothing has used it
 * (decision 0094). Those that are there are looked at with the first pass, and so is one that a server of the version before
 * adds.
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
