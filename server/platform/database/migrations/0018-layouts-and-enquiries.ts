import { sql, type Kysely } from 'kysely';

/**
 * The layouts of a room, by name with the number of seats; and further fields of an enquiry: a date, the number of people, and a
 * message. A server of the previous version leaves them empty.
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
