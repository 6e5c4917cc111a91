import { sql, type Kysely } from 'kysely';

/** The indexes of the audit's filter by author and by day. */
const statements = [
  sql`create index audit_entry_of_author on audit_entry (staff_name, id)`,
  sql`create index audit_entry_of_time on audit_entry (at)`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
