import { sql, type Kysely } from 'kysely';

/**
 * One person may ask for several dates, or say more, on one day: an enquiry is the same only when date, people and message
 * are, too (before: 0006-enquiries-once). A server of the version before writes none of the three, and finds the same ones
 * equal as it did.
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
