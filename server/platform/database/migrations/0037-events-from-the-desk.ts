import { sql, type Kysely } from 'kysely';

/**
 * The fields of events that the desk edits. Existing events have no title and no day. A server of the previous
 * version lists the ids of all events.
 */
const statements = [
  sql`alter table event
    add column title text not null default '',
    add column day date,
    add column start_slot smallint,
    add column end_slot smallint,
    add column place text not null default '',
    add column summary text not null default '',
    add column version integer not null default 1`,
  sql`create index event_of_category on event (lower(category), day desc, id desc)`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
