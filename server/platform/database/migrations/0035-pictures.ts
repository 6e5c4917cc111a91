import { sql, type Kysely } from 'kysely';

/**
 * Uploaded pictures in every width and format that pages request. A name is the hash of the uploaded file, so a
 * file never changes. The bytes are already compressed, so the database does not compress them. `image_alts`: the alternative
 * texts of a room's pictures, by path; a server of the previous version neither shows nor changes them.
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
