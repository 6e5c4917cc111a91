import { sql, type Kysely } from 'kysely';

/**
 * The captured payments that pay for nothing, so that Money at the desk reads only these. Triggers keep the rows,
 * so that servers of the previous version do too. A row may remain for a payment that two transactions settle at the same moment:
 * the desk checks each row, so such a row is never shown. And the indexes of what is listed by date or by person.
 */
const statements = [
  sql`create table unmatched_payment (payment_id text primary key references payment (payment_id) on delete cascade)`,
  sql`create function add_unmatched_payment() returns trigger language plpgsql as $$
    begin
      insert into unmatched_payment (payment_id)
      select new.payment_id where not exists (select from booking where paid_by_payment_id = new.payment_id)
        and not exists (select from point_purchase where paid_by_payment_id = new.payment_id)
        and not exists (select from refund where source_payment_id = new.payment_id)
      on conflict do nothing;
      return null;
    end
  $$`,
  sql`create trigger payment_captured_on_insert after insert on payment
    for each row when (new.status = 'captured') execute function add_unmatched_payment()`,
  sql`create trigger payment_captured after update of status on payment
    for each row when (new.status = 'captured' and old.status <> 'captured') execute function add_unmatched_payment()`,
  sql`create function remove_unmatched_payment() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'refund' then
        delete from unmatched_payment where payment_id = new.source_payment_id;
      elsif tg_table_name = 'payment' then
        delete from unmatched_payment where payment_id = new.payment_id;
      else
        delete from unmatched_payment where payment_id = new.paid_by_payment_id;
      end if;
      return null;
    end
  $$`,
  sql`create trigger booking_matches_payment after update of paid_by_payment_id on booking
    for each row when (new.paid_by_payment_id is not null) execute function remove_unmatched_payment()`,
  sql`create trigger booking_matches_payment_on_insert after insert on booking
    for each row when (new.paid_by_payment_id is not null) execute function remove_unmatched_payment()`,
  sql`create trigger purchase_matches_payment after insert or update of paid_by_payment_id on point_purchase
    for each row when (new.paid_by_payment_id is not null) execute function remove_unmatched_payment()`,
  sql`create trigger refund_matches_payment after insert on refund
    for each row execute function remove_unmatched_payment()`,
  sql`create trigger payment_refunded after update of status on payment
    for each row when (new.status = 'refunded') execute function remove_unmatched_payment()`,
  sql`insert into unmatched_payment (payment_id)
    select payment_id from payment where status = 'captured'
      and not exists (select from booking where paid_by_payment_id = payment.payment_id)
      and not exists (select from point_purchase where paid_by_payment_id = payment.payment_id)
      and not exists (select from refund where source_payment_id = payment.payment_id)
      and not exists (select from payment_order join booking on booking.id = payment_order.booking_id
        where payment_order.order_id = payment.order_id and booking.status = 'confirmed' and booking.paid_by_payment_id is null)`,

  sql`create index payment_not_captured on payment (recorded_at) where status in ('created', 'authorized', 'failed')`,
  sql`create index refund_due_since on refund (due_since)`,
  sql`create index refund_open on refund (due_since) where status <> 'processed'`,
  sql`create index dispute_created on dispute (created_at)`,
  // Tax documents in the order of their numbers, and their sums without the documents themselves.
  sql`create index paper_in_order on paper (series, issued_on, sequence)`,
  sql`create index paper_sums on paper (issued_on) include (is_demo, kind, buyer_gstin, taxable_paise, cgst_paise, sgst_paise,
    igst_paise, total_paise)`,
  // All bookings of a person, whatever their status.
  sql`create index booking_of_user on booking (user_id)`,
  sql`create index waitlist_of_user on waitlist_entry (user_id)`,
  sql`create index enquiry_of_address on enquiry (lower(email collate "C"))`,
  // Letters are appended in the order of their time, and deleted by their age.
  sql`create index letter_created on letter using brin (created_at) with (autosummarize = on)`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
