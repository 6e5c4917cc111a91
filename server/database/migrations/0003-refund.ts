import { sql, type Kysely } from 'kysely';

/** What must be given back: one row for every captured payment that did not pay a booking. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table refund (
    payment_id text primary key references payment (payment_id),
    amount_paise integer not null check (amount_paise > 0),
    due_since timestamptz not null
  )`.execute(database);
}
