import { sql, type Kysely } from 'kysely';

/**
 * Payments in cash or by UPI at the desk, and refunds that the desk pays out. Their orders and payments are in
 * the same tables as those of the provider. A server of the previous version cannot refund such a payment, because the provider
 * does not know its id: the refund stays due.
 */
const statements = [
  sql`create table desk_payment (
    payment_id text primary key references payment (payment_id) on delete cascade
      check (payment_id like 'desk\\_' || method || '\\_%'),
    method text not null check (method in ('cash', 'upi')),
    reference text check (method <> 'upi' or reference is not null),
    taken_by uuid not null references app_user (id),
    taken_at timestamptz not null
  )`,
  sql`create unique index desk_payment_upi on desk_payment (lower(reference)) where method = 'upi'`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
