import { sql, type Kysely } from 'kysely';

/**
 * Payments in cash or by UPI at the desk, and refunds that the desk hands back (decision 0072). Their orders and payments
 * are rows of the tables that the provider's have. A server of the version before cannot refund such a payment, because
 * its id is not one of the provider's: the refund stays due.
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
