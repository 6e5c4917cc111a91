import { sql, type Kysely } from 'kysely';

/**
 * What happens at the provider without our request: refunds that were made by hand, disputes, and refunds that the
 * provider refuses for good. A server of the previous version requests a refund that needs a person again, which the provider
 * refuses again; it does not read the other rows and columns.
 */
const statements = [
  sql`alter table refund
    add column made_by text not null default 'us' check (made_by in ('us', 'provider', 'dispute')),
    add column part_of uuid references refund (id) on delete cascade,
    add column problem text,
    add column needs_person_since timestamptz,
    add column refusals integer not null default 0,
    add column speed text not null default 'normal' check (speed in ('normal', 'optimum')),
    drop constraint refund_status_check,
    add constraint refund_status_check check (status in ('due', 'requested', 'processed', 'needs_person')),
    drop constraint refund_reason_check,
    add constraint refund_reason_check check (reason in
      ('late', 'second-payment', 'wrong-amount', 'cancelled', 'moved', 'provider', 'dispute')),
    drop constraint refund_source,
    add constraint refund_source check (num_nonnulls(payment_id, paying_payment_id) = 1
      and (paying_payment_id is not null) = (reason in ('cancelled', 'moved', 'provider', 'dispute'))),
    add constraint refund_needs_person check ((status = 'needs_person') = (needs_person_since is not null))`,
  sql`create index refund_at_provider on refund (refund_id) where refund_id is not null`,
  sql`create index refund_parts on refund (part_of) where part_of is not null`,
  sql`create index refund_needing_person on refund (needs_person_since) where status = 'needs_person'`,

  sql`alter table payment add column customer_fee_paise integer not null default 0 check (customer_fee_paise >= 0)`,

  sql`create table dispute (
    dispute_id text primary key,
    payment_id text not null references payment (payment_id) on delete cascade,
    amount_paise integer not null check (amount_paise > 0),
    status text not null check (status in ('open', 'under_review', 'won', 'lost', 'closed')),
    phase text,
    reason_code text,
    respond_by timestamptz,
    created_at timestamptz not null,
    changed_at timestamptz not null
  )`,
  sql`create index dispute_of_payment on dispute (payment_id)`,
  sql`create index dispute_open on dispute (created_at) where status in ('open', 'under_review')`,

  sql`create table provider_sweep (
    name text primary key check (name in ('refunds', 'disputes')),
    seen_until timestamptz,
    next_run_at timestamptz not null
  )`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
