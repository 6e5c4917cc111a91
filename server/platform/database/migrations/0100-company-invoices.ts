import { sql, type Kysely } from 'kysely';

/**
 * One invoice a month for each company, with all of its bookings on account. Its tax documents belong to the company, and to no booking
 * and no person. A charge has the id of its invoice; the key of that invoice is the payment of its first charge. A server of the previous
 * version would invoice each booking: the trigger skips those rows. It fails on the tax documents of a company without changing anything,
 * and servers of this version issue them.
 */
const statements = [
  sql`alter table company
    add column email text,
    add column is_sez boolean not null default false,
    add column next_invoice_at timestamptz not null
      default ((date_trunc('month', now() at time zone 'Asia/Kolkata') + interval '1 month') at time zone 'Asia/Kolkata')`,
  sql`create index company_to_invoice on company (next_invoice_at)`,
  sql`alter table paper_due
    add column company_id uuid references company (id),
    drop constraint paper_due_is_of_one,
    add constraint paper_due_is_of_one check (num_nonnulls(booking_id, purchase_id, company_id) = 1)`,
  sql`create unique index paper_due_month_of_company on paper_due (company_id, (facts ->> 'month'))
    where kind = 'invoice' and company_id is not null`,
  sql`alter table paper
    alter column user_id drop not null,
    add column company_id uuid references company (id),
    add constraint paper_has_buyer check (num_nonnulls(user_id, company_id) = 1)`,
  sql`create index paper_of_company on paper (company_id, due_id) where company_id is not null`,
  sql`alter table account_charge add column invoice_due_id integer references paper_due (id)`,
  sql`create index account_charge_to_invoice on account_charge (company_id, charged_at) where invoice_due_id is null`,
  sql`create function skip_invoice_of_charge() returns trigger language plpgsql as $$
    begin return null; end
  $$`,
  sql`create trigger charge_has_no_invoice before insert on paper_due for each row
    when (new.kind = 'invoice' and new.company_id is null and new.payment_id like 'desk\\_account\\_%')
    execute function skip_invoice_of_charge()`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
