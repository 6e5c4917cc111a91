import { sql, type Kysely } from 'kysely';

/**
 * The ways in which a room is furnished, by their names with the seats of each; and what an enquiry may say besides: a
 * date, how many people, and a message. A server of the version before leaves them empty.
 */
const statements = [
  sql`alter table room add column layouts jsonb not null default '{}'`,
  sql`alter table enquiry
    add column wanted_on date,
    add column people integer check (people > 0),
    add column message text`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
