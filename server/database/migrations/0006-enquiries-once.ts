import { sql, type Kysely } from 'kysely';

/** What is said letter for letter again on one day of Chennai's, because the first answer was lost, is one enquiry. */
const statements = [
  sql`delete from enquiry repeated using enquiry first
    where repeated.id > first.id
      and (repeated.name, repeated.email, repeated.phone, repeated.enquire_for)
        = (first.name, first.email, first.phone, first.enquire_for)
      and timezone('Asia/Kolkata', repeated.created_at)::date = timezone('Asia/Kolkata', first.created_at)::date`,
  sql`create unique index enquiry_once on enquiry (
    md5(name || chr(10) || email || chr(10) || phone || chr(10) || enquire_for),
    (timezone('Asia/Kolkata', created_at)::date)
  )`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
