import { sql, type Kysely } from 'kysely';

/**
 * The cancellation policies of new bookings, by the day from which they are in force. The first ones are the
 * policies in the code of previous versions. They count as content of the rooms, because the pages of the rooms show them.
 */
const statements = [
  sql`create table cancellation_policy (
    from_day date primary key,
    card jsonb not null,
    points jsonb not null
  )`,
  sql`insert into cancellation_policy (from_day, card, points) values (
    '2025-01-01',
    '{"steps": [{"hours": 48, "percent": 100}, {"hours": 24, "percent": 50}], "grace": {"hours": 2, "leadHours": 24}}',
    '{"steps": [{"hours": 4, "percent": 100}], "grace": null}'
  )`,
  sql`create trigger cancellation_policy_content_version
    after insert or update or delete or truncate on cancellation_policy
    for each statement execute function raise_content_version('rooms')`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
