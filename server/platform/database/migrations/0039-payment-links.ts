import { sql, type Kysely } from 'kysely';

/**
 * Payment links of the desk. A link is the order of a held booking: `payment_order` has its id, and `payment_link`
 * its address and deadline. A server of the previous version cannot query the provider about a link, because its id is not that of
 * an order; the hold stays until the deadline.
 */
const statements = [
  sql`create table payment_link (
    order_id text primary key references payment_order (order_id) on delete cascade check (order_id like 'plink\\_%'),
    short_url text not null,
    expires_at timestamptz not null,
    ended_at_provider boolean not null default false
  )`,
  sql`create table sandbox_link (
    id text primary key,
    order_id text not null unique references sandbox_order (id),
    reference_id text unique,
    description text,
    customer jsonb not null,
    notes jsonb not null,
    short_url text not null,
    status text not null default 'created' check (status in ('created', 'expired', 'cancelled', 'paid')),
    expire_by timestamptz not null,
    cancelled_at timestamptz,
    expired_at timestamptz,
    created_at timestamptz not null
  )`,
  sql`create index sandbox_link_due on sandbox_link (expire_by) where status = 'created'`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
