import { sql, type Kysely } from 'kysely';

/**
 * Points bought by card. An order or a tax document belongs to a booking or to a purchase of points. A server of the previous
 * version does not know purchases: it fails on their orders and tax documents without changing anything, and servers of this
 * version settle and issue them.
 */
const statements = [
  sql`create table point_purchase (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references app_user (id),
    half_points integer not null check (half_points > 0),
    amount_paise integer not null check (amount_paise > 0),
    created_at timestamptz not null,
    paid_by_payment_id text unique,
    granted_at timestamptz,
    check ((paid_by_payment_id is null) = (granted_at is null))
  )`,
  sql`create index point_purchase_of_user on point_purchase (user_id, created_at)`,
  sql`alter table payment_order
    alter column booking_id drop not null,
    add column purchase_id uuid unique references point_purchase (id),
    add constraint payment_order_pays_one check (num_nonnulls(booking_id, purchase_id) = 1)`,
  sql`alter table paper_due
    alter column booking_id drop not null,
    add column purchase_id uuid references point_purchase (id),
    add constraint paper_due_is_of_one check (num_nonnulls(booking_id, purchase_id) = 1)`,
  sql`alter table paper alter column booking_id drop not null`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
