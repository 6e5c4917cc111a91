import { sql, type Kysely } from 'kysely';

/**
 * Bookings that their customers cancel ('called_off'), and partial refunds, of which a payment may have several (decision
 * 0034). Servers of the previous version continue to work. They insert refunds of whole payments, once for each `payment_id`,
 * and do not read the rows without one. They do not know 'called_off'. The check on `cancelled_at` prevents them from changing
 * such a booking, because they would refund the whole payment when it is reported again.
 */
const statements = [
  sql`alter table booking
    add column policy jsonb,
    add column paid_by_payment_id text references payment (payment_id) on delete set null,
    add column sequence integer not null default 0,
    add column cancelled_at timestamptz,
    add column returned integer check (returned >= 0),
    drop constraint booking_status_check,
    add constraint booking_status_check check (status in
      ('held', 'confirmed', 'expired', 'cancelled', 'called_off', 'refund_due', 'refunded')),
    add constraint booking_called_off check (
      (status = 'called_off') = (cancelled_at is not null) and (status = 'called_off') = (returned is not null))`,
  sql`create unique index booking_paid_by on booking (paid_by_payment_id) where paid_by_payment_id is not null`,

  sql`alter table refund
    drop constraint refund_pkey,
    alter column payment_id drop not null,
    add constraint refund_of_whole_payment unique (payment_id),
    add column id uuid primary key default gen_random_uuid(),
    add column paying_payment_id text references payment (payment_id),
    add column source_payment_id text generated always as (coalesce(payment_id, paying_payment_id)) stored,
    add column booking_id uuid references booking (id),
    add column bank_reference text,
    drop constraint refund_reason_check,
    add constraint refund_reason_check check (reason in
      ('late', 'second-payment', 'wrong-amount', 'cancelled', 'moved')),
    add constraint refund_source check (num_nonnulls(payment_id, paying_payment_id) = 1
      and (paying_payment_id is not null) = (reason in ('cancelled', 'moved')))`,
  sql`create index refund_of_payment on refund (source_payment_id)`,
  sql`create index refund_of_booking on refund (booking_id)`,
  sql`update refund set booking_id = payment_order.booking_id
    from payment join payment_order on payment_order.order_id = payment.order_id
    where payment.payment_id = refund.payment_id`,

  sql`update booking set policy = case paid_with
    when 'card' then
      '{"steps": [{"hours": 48, "percent": 100}, {"hours": 24, "percent": 50}], "grace": {"hours": 2, "leadHours": 24}}'
    else '{"steps": [{"hours": 4, "percent": 100}], "grace": null}' end::jsonb
    where status in ('held', 'confirmed')`,
  sql`update booking set paid_by_payment_id = payment.payment_id
    from payment_order join payment on payment.order_id = payment_order.order_id
    where payment_order.booking_id = booking.id and booking.status = 'confirmed' and payment.status = 'captured'
      and not exists (select from refund where refund.payment_id = payment.payment_id)`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
