import { sql, type Kysely } from 'kysely';

/**
 * Invoices and credit notes. `paper_due` has the tax documents to issue, which are written by the transaction that causes
 * them, with the facts of that time; a job assigns each a number from `paper_counter`. The database rejects every change of a
 * `paper`. New prices of rooms must be even; existing rows keep theirs until they are changed. `paper_start`:
 * bookings that were confirmed before this time have no tax documents.
 */
const statements = [
  sql`create table billing_details (
    user_id uuid primary key references app_user (id) on delete cascade,
    name text not null,
    address text,
    gstin text check (gstin ~ '^[0-9A-Z]{15}$'),
    state text check (state ~ '^[0-9]{2}$'),
    updated_at timestamptz not null,
    check (gstin is null or (address is not null and state = left(gstin, 2)))
  )`,

  sql`create table paper_due (
    id integer primary key generated always as identity,
    kind text not null check (kind in ('invoice', 'credit-note')),
    booking_id uuid not null references booking (id),
    payment_id text not null references payment (payment_id),
    refund_id uuid check ((refund_id is null) = (kind = 'invoice')),
    amount_paise integer not null check (amount_paise > 0),
    facts jsonb not null,
    caused_at timestamptz not null,
    next_try_at timestamptz,
    attempts integer not null default 0
  )`,
  sql`create unique index paper_due_invoice on paper_due (payment_id) where kind = 'invoice'`,
  sql`create unique index paper_due_credit_note on paper_due (refund_id) where refund_id is not null`,
  sql`create index paper_due_of_booking on paper_due (booking_id)`,
  sql`create index paper_due_open on paper_due (next_try_at) where next_try_at is not null`,

  sql`create table paper_counter (
    series text not null,
    financial_year text not null,
    last_sequence integer not null check (last_sequence > 0),
    last_date date not null,
    primary key (series, financial_year)
  )`,

  sql`create table paper (
    id uuid primary key default gen_random_uuid(),
    due_id integer not null unique references paper_due (id),
    kind text not null check (kind in ('invoice', 'credit-note')),
    is_demo boolean not null,
    number text not null unique check (number ~ '^[A-Z0-9/]{1,16}$'),
    series text not null,
    financial_year text not null,
    sequence integer not null check (sequence > 0),
    issued_on date not null,
    booking_id uuid not null references booking (id),
    user_id uuid not null references app_user (id),
    invoice_id uuid references paper (id) check ((invoice_id is null) = (kind = 'invoice')),
    buyer_gstin text,
    taxable_paise integer not null check (taxable_paise > 0),
    cgst_paise integer not null check (cgst_paise >= 0),
    sgst_paise integer not null check (sgst_paise = cgst_paise),
    total_paise integer not null check (total_paise = taxable_paise + cgst_paise + sgst_paise),
    content text not null,
    content_hash text not null check (content_hash = encode(sha256(convert_to(content, 'UTF8')), 'hex')),
    created_at timestamptz not null,
    unique (series, financial_year, sequence)
  )`,
  sql`create index paper_of_booking on paper (booking_id)`,
  sql`create index paper_of_invoice on paper (invoice_id) where invoice_id is not null`,
  sql`create index paper_issued_on on paper (issued_on)`,
  sql`create function refuse_paper_change() returns trigger language plpgsql as $$
    begin raise exception 'a paper that was issued never changes' using errcode = 'restrict_violation'; end
  $$`,
  sql`create trigger paper_never_changes before update or delete on paper
    for each row execute function refuse_paper_change()`,

  sql`create table paper_start (since timestamptz not null)`,
  sql`insert into paper_start (since) values (now())`,
  sql`create index booking_confirmed_by_card on booking (confirmed_at) where paid_with = 'card' and confirmed_at is not null`,

  sql`alter table room add constraint room_price_is_even check (price_per_hour_paise % 200 = 0) not valid`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
