import { sql, type Kysely } from 'kysely';

/** Identical enquiries of one day (IST) are stored once, because a visitor sends an enquiry again when the response was lost. */
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
