import { sql, type Kysely } from 'kysely';

/**
 * Refunds by the desk of a booking that stays booked, the limits up to which a role makes them alone, and those that wait for a
 * confirmation. A server of the previous version requests such a refund like any other.
 */
const statements = [
  sql`alter table refund
    drop constraint refund_reason_check,
    add constraint refund_reason_check check (reason in
      ('late', 'second-payment', 'wrong-amount', 'cancelled', 'moved', 'provider', 'dispute', 'desk')),
    drop constraint refund_source,
    add constraint refund_source check (num_nonnulls(payment_id, paying_payment_id) = 1
      and (paying_payment_id is not null) = (reason in ('cancelled', 'moved', 'provider', 'dispute', 'desk')))`,
  sql`create table refund_limits (
    id integer primary key check (id = 1),
    staff_paise integer not null check (staff_paise >= 0),
    manager_paise integer not null check (manager_paise >= staff_paise),
    version integer not null
  )`,
  sql`create table refund_request (
    id uuid primary key default gen_random_uuid(),
    booking_id uuid not null references booking (id),
    amount_paise integer not null check (amount_paise > 0),
    method text not null check (method in ('provider', 'cash', 'upi')),
    reason text not null,
    staff_id uuid not null references app_user (id),
    staff_name text not null,
    requested_at timestamptz not null,
    state text not null default 'open' check (state in ('open', 'confirmed', 'declined'))
  )`,
  sql`create unique index refund_request_open on refund_request (booking_id) where state = 'open'`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
