import { sql, type Kysely } from 'kysely';

/** Data of the reconciler and the webhook: when an order is polled next, the progress of a refund, and the processed events. */
const statements = [
  sql`alter table payment_order add column next_check_at timestamptz`,
  sql`update payment_order set next_check_at = created_at + interval '2 minutes'`,
  sql`create index payment_order_to_check on payment_order (next_check_at)`,

  sql`alter table refund
    add column reason text not null default 'late' check (reason in ('late', 'second-payment', 'wrong-amount')),
    add column status text not null default 'due' check (status in ('due', 'requested', 'processed')),
    add column refund_id text,
    add column attempts integer not null default 0,
    add column failures integer not null default 0,
    add column next_try_at timestamptz not null default now()`,
  sql`alter table refund alter column reason drop default, alter column next_try_at drop default`,
  sql`create index refund_to_give on refund (next_try_at) where status <> 'processed'`,

  sql`create table webhook_event (
    event_key text primary key,
    event text not null,
    received_at timestamptz not null
  )`,
  sql`create index webhook_event_age on webhook_event (received_at)`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
