import { sql, type Kysely } from 'kysely';

/**
 * The business's details and the texts of its site, which owners write at the desk. Without a row, the settings of
 * the environment and the texts of the build apply. Each change raises the version of the public pages, as for rooms and posts.
 */
const statements = [
  sql`create table business (
    id integer primary key check (id = 1),
    name text not null,
    address text not null,
    gstin text not null,
    phone text not null,
    email text not null,
    map text,
    whatsapp text,
    social jsonb not null,
    version integer not null
  )`,
  sql`create table policy_text (
    name text primary key check (name in ('terms', 'privacy', 'cancellation')),
    text text not null check (text <> ''),
    changed_at timestamptz not null,
    version integer not null
  )`,
  ...['business', 'policy_text'].map(
    (table) =>
      sql`create trigger ${sql.ref(`${table}_content_version`)}
        after insert or update or delete or truncate on ${sql.table(table)}
        for each statement execute function raise_content_version('business')`,
  ),
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
