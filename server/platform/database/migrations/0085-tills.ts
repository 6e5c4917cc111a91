import { sql, type Kysely } from 'kysely';

/**
 * The tills of the desk. Every payment that a clerk takes and every refund that a clerk hands out in cash or by UPI is an entry, which
 * belongs to one count at most. Triggers write the entries, so that servers of the previous version do too; who handed a refund out is
 * only in the audit. Counts and entries are never changed. What was taken on the day of the migration is in the first count.
 */
const taken = sql`select desk_payment.taken_by, desk_payment.method, payment.amount_paise, desk_payment.taken_at, payment.payment_id
  from desk_payment join payment on payment.payment_id = desk_payment.payment_id`;
const handedOut = sql`select audit_entry.staff_id, audit_entry.became ->> 'method', - refund.amount_paise, audit_entry.at, refund.id
  from audit_entry join refund on refund.id::text = audit_entry.subject_id
  where audit_entry.action = 'refund handed back' and audit_entry.subject = 'refund' and audit_entry.staff_id is not null
    and audit_entry.became ->> 'method' in ('cash', 'upi')`;
const today = sql`date_trunc('day', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata'`;

const statements = [
  sql`create table till_close (
    id uuid primary key default gen_random_uuid(),
    clerk_id uuid not null references app_user (id),
    clerk_name text not null,
    number integer not null check (number > 0),
    at timestamptz not null,
    staff_id uuid not null references app_user (id),
    staff_name text not null,
    cash_expected_paise integer not null,
    cash_counted_paise integer not null,
    upi_expected_paise integer not null,
    upi_counted_paise integer not null,
    note text check (note <> ''),
    unique (clerk_id, number),
    check (note is not null or (cash_counted_paise = cash_expected_paise and upi_counted_paise = upi_expected_paise))
  )`,
  sql`create index till_close_latest on till_close (at)`,
  sql`create table till_entry (
    id bigint primary key generated always as identity,
    clerk_id uuid not null references app_user (id),
    method text not null check (method in ('cash', 'upi')),
    amount_paise integer not null,
    at timestamptz not null,
    payment_id text unique,
    refund_id uuid unique,
    close_id uuid references till_close (id),
    check ((payment_id is null) <> (refund_id is null))
  )`,
  sql`create index till_entry_open on till_entry (clerk_id, id) where close_id is null`,
  sql`create index till_entry_of_close on till_entry (close_id) where close_id is not null`,
  sql`create function add_taken_to_till() returns trigger language plpgsql as $$
    begin
      insert into till_entry (clerk_id, method, amount_paise, at, payment_id)
      ${taken} where desk_payment.payment_id = new.payment_id on conflict do nothing;
      return null;
    end
  $$`,
  sql`create trigger desk_payment_is_in_till after insert on desk_payment
    for each row execute function add_taken_to_till()`,
  sql`create function add_handed_out_to_till() returns trigger language plpgsql as $$
    begin
      if new.subject = 'refund' and new.staff_id is not null and new.became ->> 'method' in ('cash', 'upi') then
        insert into till_entry (clerk_id, method, amount_paise, at, refund_id)
        select new.staff_id, new.became ->> 'method', - amount_paise, new.at, id from refund where id = new.subject_id::uuid
        on conflict do nothing;
      end if;
      return null;
    end
  $$`,
  sql`create trigger refund_is_in_till after insert on audit_entry
    for each row when (new.action = 'refund handed back') execute function add_handed_out_to_till()`,
  sql`create function keep_till() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and tg_table_name = 'till_entry' then
        if old.close_id is null and to_jsonb(new) - 'close_id' = to_jsonb(old) - 'close_id' then
          return new;
        end if;
      end if;
      raise exception 'a till only grows';
    end
  $$`,
  sql`create trigger till_entry_is_kept before update or delete on till_entry
    for each row execute function keep_till()`,
  sql`create trigger till_close_is_kept before update or delete on till_close
    for each row execute function keep_till()`,
  sql`insert into till_entry (clerk_id, method, amount_paise, at, payment_id)
    ${taken} where desk_payment.taken_at >= ${today} order by desk_payment.taken_at`,
  sql`insert into till_entry (clerk_id, method, amount_paise, at, refund_id)
    ${handedOut} and audit_entry.at >= ${today} order by audit_entry.id`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
