import { sql, type Kysely } from 'kysely';

/** The sandbox's disputes, and payments whose amount differs from their order's by a fee or an offer. */
const statements = [
  sql`create table sandbox_dispute (
    id text primary key,
    payment_id text not null references sandbox_payment (id) on delete cascade,
    amount integer not null check (amount > 0),
    status text not null check (status in ('open', 'under_review', 'won', 'lost', 'closed')),
    phase text not null default 'chargeback',
    reason_code text not null,
    created_at timestamptz not null
  )`,
  sql`create index sandbox_dispute_of_payment on sandbox_dispute (payment_id)`,
  sql`alter table sandbox_payment
    add column fee integer not null default 0 check (fee >= 0),
    add column offer_id text`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
