import { sql, type Kysely } from 'kysely';

/** The timed events of the sandbox, such as expiries and refunds that are processed later, and the webhooks that it sends. */
const statements = [
  sql`alter table sandbox_order add column manual_expiry_minutes integer not null default 4320`,
  sql`alter table sandbox_order alter column manual_expiry_minutes drop default`,

  sql`alter table sandbox_payment
    add column captured_at timestamptz,
    add column due_at timestamptz,
    add column authorizes_at timestamptz,
    add column capture_always boolean not null default false`,
  sql`update sandbox_payment set captured_at = created_at where status in ('captured', 'refunded')`,
  sql`update sandbox_payment set due_at = created_at + interval '10 minutes' where status = 'created'`,
  sql`update sandbox_payment set due_at = created_at + interval '3 days' where status = 'authorized'`,
  sql`create index sandbox_payment_due on sandbox_payment (least(due_at, authorizes_at))
    where due_at is not null or authorizes_at is not null`,

  sql`alter table sandbox_refund
    add column status text not null default 'processed' check (status in ('pending', 'processed', 'failed')),
    add column will_fail boolean not null default false,
    add column due_at timestamptz`,
  sql`alter table sandbox_refund alter column status drop default`,
  sql`create index sandbox_refund_due on sandbox_refund (due_at) where due_at is not null`,

  sql`create table sandbox_webhook (
    event_id text primary key,
    sequence bigint generated always as identity,
    event text not null,
    body text not null,
    attempts integer not null default 0,
    created_at timestamptz not null,
    due_at timestamptz,
    delivered_at timestamptz
  )`,
  sql`create index sandbox_webhook_due on sandbox_webhook (due_at) where due_at is not null`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
