import { sql, type Kysely } from 'kysely';

/** Refunds: one row for every captured payment that paid for no booking. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table refund (
    payment_id text primary key references payment (payment_id),
    amount_paise integer not null check (amount_paise > 0),
    due_since timestamptz not null
  )`.execute(database);
}
