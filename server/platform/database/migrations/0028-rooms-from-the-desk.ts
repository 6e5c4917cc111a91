import { sql, type Kysely } from 'kysely';

/**
 * Room management at the desk: the order of the rooms, archiving, prices from a date on, and a version that
 * each change increments. `content_version` counts the changes of the content of public pages; triggers increment it, so it
 * includes the changes of every writer. A server of the previous version lists archived rooms and ignores later
 * prices.
 */
const statements = [
  sql`alter table room
    add column position integer not null default 0,
    add column archived_at timestamptz,
    add column version integer not null default 1`,
  sql`create table room_price (
    room_id integer not null references room (id),
    from_day date not null,
    price_per_hour_paise integer not null check (price_per_hour_paise > 0 and price_per_hour_paise % 200 = 0),
    primary key (room_id, from_day)
  )`,
  sql`create index room_price_of_day on room_price (from_day)`,
  sql`create table content_version (
    name text primary key,
    version integer not null
  )`,
  sql`create function raise_content_version() returns trigger language plpgsql as $$
    begin
      insert into content_version (name, version) values (tg_argv[0], 1)
        on conflict (name) do update set version = content_version.version + 1;
      return null;
    end
  $$`,
  ...[
    ['room', 'rooms'],
    ['room_price', 'rooms'],
    ['blog_post', 'posts'],
  ].map(
    ([table, name]) =>
      sql`create trigger ${sql.ref(`${table}_content_version`)}
        after insert or update or delete or truncate on ${sql.table(table ?? '')}
        for each statement execute function raise_content_version(${sql.lit(name)})`,
  ),
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
