import { sql, type Kysely } from 'kysely';

/**
 * Companies whose people book on account. A booking on account has a payment like one in cash, with an `account_charge` that names the
 * company; what is charged less its refunds and the company's transfers is open. A server of the previous version takes such a payment
 * for one of the provider. It never requests its refund there, and the last constraint stops its desk from paying the refund out.
 */
const statements = [
  sql`create table company (
    id uuid primary key default gen_random_uuid(),
    name text not null check (name <> ''),
    address text not null check (address <> ''),
    gstin text check (gstin ~ '^[0-9A-Z]{15}$'),
    state text check (state ~ '^[0-9]{2}$'),
    limit_paise integer not null check (limit_paise >= 0),
    term_days integer not null check (term_days between 0 and 120),
    is_closed boolean not null default false,
    version integer not null default 1,
    created_at timestamptz not null,
    check (gstin is null or state = left(gstin, 2))
  )`,
  sql`create unique index company_name on company (lower(name))`,
  sql`create table company_member (
    user_id uuid primary key references app_user (id),
    company_id uuid not null references company (id),
    since timestamptz not null
  )`,
  sql`create index company_member_of_company on company_member (company_id)`,
  sql`create table account_charge (
    payment_id text primary key references payment (payment_id) on delete cascade
      check (payment_id like 'desk\\_account\\_%'),
    company_id uuid not null references company (id),
    charged_by uuid not null references app_user (id),
    charged_at timestamptz not null
  )`,
  sql`create index account_charge_of_company on account_charge (company_id, charged_at)`,
  sql`create table company_transfer (
    id uuid primary key default gen_random_uuid(),
    company_id uuid not null references company (id),
    received_on date not null,
    amount_paise integer not null check (amount_paise > 0),
    reference text not null check (reference <> ''),
    staff_id uuid not null,
    staff_name text not null,
    recorded_at timestamptz not null
  )`,
  sql`create unique index company_transfer_reference on company_transfer (company_id, normal_upi_reference(reference))`,
  sql`create index company_transfer_received on company_transfer (received_on)`,
  sql`alter table refund_request
    drop constraint refund_request_method_check,
    add constraint refund_request_method_check check (method in ('provider', 'cash', 'upi', 'account'))`,
  sql`alter table refund add constraint refund_of_charge_is_on_account
    check (refund_id is null or source_payment_id not like 'desk\\_account\\_%' or refund_id like 'desk\\_account\\_%')`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
