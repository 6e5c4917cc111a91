import { sql, type Kysely } from 'kysely';

/**
 * A visitor may enquire about several dates on one day, so enquiries are identical only when date, people and message are equal
 * too (before this: 0006-enquiries-once). A server of the previous version writes none of the three, so it detects the same
 * duplicates as before.
 */
const statements = [
  sql`create unique index enquiry_repeated on enquiry (
    md5(name || chr(10) || email || chr(10) || phone || chr(10) || enquire_for || chr(10)
      || coalesce((wanted_on - date '2000-01-01')::text, '') || chr(10) || coalesce(people::text, '') || chr(10)
      || coalesce(message, '')),
    (timezone('Asia/Kolkata', created_at)::date)
  )`,
  sql`drop index enquiry_once`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
