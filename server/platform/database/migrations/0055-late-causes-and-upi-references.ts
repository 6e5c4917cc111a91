import { sql, type Kysely } from 'kysely';

/**
 * More causes of late payments, and one unique index for the references of all UPI transfers: those that paid a sale at the desk
 * and those by which the desk handed a refund back. Triggers write the references, so that those of a server of
 * the previous version are unique too. The oldest use of a reference that was used twice before keeps it.
 */
const statements = [
  sql`alter table refund drop constraint refund_late_cause_check,
    add constraint refund_late_cause_check check (late_cause in
      ('begun', 'move-ended', 'booking-cancelled', 'booking-moved', 'booking-ended', 'account-closed', 'account-blocked',
        'room-archived', 'hours-closed'))`,
  sql`create table upi_reference (
    reference text primary key check (reference = lower(reference)),
    used_by text not null
  )`,
  sql`create function normal_upi_reference(reference text) returns text language sql immutable
    as $$ select lower(regexp_replace(reference, '[\\s-]', '', 'g')) $$`,
  sql`insert into upi_reference (reference, used_by)
    select normal_upi_reference(reference), payment_id from desk_payment where method = 'upi' order by taken_at
    on conflict do nothing`,
  sql`insert into upi_reference (reference, used_by)
    select normal_upi_reference(bank_reference), id::text from refund
    where refund_id like 'desk\\_upi\\_%' and bank_reference is not null order by due_since
    on conflict do nothing`,
  sql`create function use_upi_reference_of_sale() returns trigger language plpgsql as $$
    begin
      if new.method = 'upi' then
        insert into upi_reference values (normal_upi_reference(new.reference), new.payment_id);
      end if;
      return new;
    end
  $$`,
  sql`create trigger a_upi_reference_is_unique before insert on desk_payment
    for each row execute function use_upi_reference_of_sale()`,
  sql`create function use_upi_reference_of_refund() returns trigger language plpgsql as $$
    begin
      if new.bank_reference is not null and new.refund_id like 'desk\\_upi\\_%'
        and new.bank_reference is distinct from old.bank_reference
      then
        insert into upi_reference values (normal_upi_reference(new.bank_reference), new.id::text);
      end if;
      return new;
    end
  $$`,
  sql`create trigger a_upi_reference_is_unique before update of bank_reference on refund
    for each row execute function use_upi_reference_of_refund()`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
