import { sql, type Kysely } from 'kysely';

/**
 * The state of the sandbox that replaces the payment provider. It is in separate tables, which survive restarts and are shared.
 */
const statements = [
  sql`create table sandbox_order (
    id text primary key,
    amount integer not null check (amount >= 100),
    currency text not null,
    receipt text unique,
    notes jsonb not null,
    status text not null default 'created' check (status in ('created', 'attempted', 'paid')),
    attempts integer not null default 0,
    capture text not null check (capture in ('automatic', 'manual')),
    automatic_expiry_minutes integer not null,
    created_at timestamptz not null
  )`,

  sql`create table sandbox_payment (
    id text primary key,
    order_id text not null references sandbox_order (id),
    amount integer not null check (amount > 0),
    currency text not null,
    method text not null check (method in ('card', 'upi')),
    status text not null check (status in ('created', 'authorized', 'captured', 'refunded', 'failed')),
    card_last4 text check (length(card_last4) = 4),
    vpa text,
    email text,
    contact text,
    verdict jsonb not null,
    failure jsonb not null,
    amount_refunded integer not null default 0 check (amount_refunded between 0 and amount),
    created_at timestamptz not null
  )`,
  sql`create index sandbox_payment_of_order on sandbox_payment (order_id, created_at)`,

  sql`create table sandbox_refund (
    id text primary key,
    payment_id text not null references sandbox_payment (id),
    amount integer not null check (amount > 0),
    speed text not null check (speed in ('normal', 'optimum')),
    receipt text,
    notes jsonb not null,
    idempotency_key text unique,
    request text not null,
    created_at timestamptz not null
  )`,
  sql`create index sandbox_refund_of_payment on sandbox_refund (payment_id)`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
