import { sql, type Kysely } from 'kysely';

/**
 * What the provider's reports say about its settlements, matched with payments and refunds by their ids. A line is open until it
 * agrees with ours or somebody has explained it. `in_settlement` of a payment and of a refund: a line of a report names it; the partial
 * indexes contain the others. Only amounts and ids of a report are stored, nothing about a customer.
 */
const statements = [
  sql`create table settlement_report (
    id uuid primary key default gen_random_uuid(),
    file_hash text not null unique,
    file_name text not null,
    uploaded_at timestamptz not null,
    staff_id uuid not null,
    staff_name text not null,
    lines integer not null check (lines > 0),
    new_lines integer not null,
    unsettled integer not null,
    first_settled_on date not null,
    unknown_columns text[] not null
  )`,
  sql`create index settlement_report_first on settlement_report (first_settled_on)`,
  sql`create index settlement_report_latest on settlement_report (uploaded_at)`,
  sql`create table settlement_line (
    entity_id text not null,
    settlement_id text not null,
    report_id uuid not null references settlement_report (id),
    kind text not null,
    settled_on date not null,
    utr text,
    amount_paise integer not null,
    fee_paise integer not null,
    tax_paise integer not null,
    net_paise integer not null,
    dispute_id text,
    is_open boolean not null default true,
    primary key (entity_id, settlement_id)
  )`,
  sql`create index settlement_line_settled on settlement_line (settled_on)`,
  sql`create index settlement_line_open on settlement_line (settled_on) where is_open`,
  sql`create table settlement_note (
    subject text not null,
    problem text not null,
    ours_paise integer not null,
    reported_paise integer not null,
    note text not null check (note <> ''),
    at timestamptz not null,
    staff_id uuid not null,
    staff_name text not null,
    primary key (subject, problem, ours_paise, reported_paise)
  )`,
  sql`create index settlement_note_latest on settlement_note (at)`,
  sql`alter table payment add column in_settlement boolean not null default false`,
  sql`create index payment_not_in_settlement on payment (recorded_at)
    where not in_settlement and status in ('captured', 'refunded') and payment_id like 'pay\\_%'`,
  sql`alter table refund add column in_settlement boolean not null default false`,
  sql`create index refund_not_in_settlement on refund (due_since)
    where not in_settlement and status = 'processed' and refund_id like 'rfnd\\_%'`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
