import { sql, type Kysely } from 'kysely';

/**
 * Uploaded pictures in every width and format that pages ask for (decision 0070). A name is the hash of what was uploaded,
 * so a file never changes. The bytes are compressed already. `image_alts`: what stands for a room's pictures, by their paths; a
 * server of the version before neither shows nor changes it.
 */
const statements = [
  sql`create table picture (
    name text primary key,
    added_at timestamptz not null
  )`,
  sql`create table picture_file (
    picture text not null references picture (name),
    file text not null,
    bytes bytea not null,
    primary key (picture, file)
  )`,
  sql`alter table picture_file alter column bytes set storage external`,
  sql`alter table room add column image_alts jsonb not null default '{}'`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
