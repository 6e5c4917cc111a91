import { sql, type Kysely } from 'kysely';

/**
 * Corrected invoices: a credit note takes back what is left of an invoice, and a new invoice replaces it. Both are issued at once, so
 * their rows of `paper_due` are never due, and no server of the previous version issues them. The database refuses credit notes that
 * together exceed their invoice: such a server does not know which invoice is the current one, and tries again.
 */
const statements = [
  sql`alter table paper_due
    drop constraint paper_due_kind_check,
    add constraint paper_due_kind_check check (kind in ('invoice', 'credit-note', 'corrected-invoice', 'correcting-note')),
    drop constraint paper_due_check,
    add constraint paper_due_check check ((refund_id is null) = (kind <> 'credit-note'))`,
  sql`alter table paper add column replaces_id uuid references paper (id) check (replaces_id is null or kind = 'invoice')`,
  sql`create unique index paper_replaced on paper (replaces_id) where replaces_id is not null`,
  sql`create function refuse_excessive_credit() returns trigger language plpgsql as $$
    begin
      if new.total_paise + coalesce((select sum(total_paise) from paper where invoice_id = new.invoice_id), 0)
        > (select total_paise from paper where id = new.invoice_id)
      then
        raise exception 'the credit notes exceed their invoice' using errcode = 'restrict_violation';
      end if;
      return new;
    end
  $$`,
  sql`create trigger paper_credits_at_most_its_invoice before insert on paper
    for each row when (new.invoice_id is not null) execute function refuse_excessive_credit()`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
