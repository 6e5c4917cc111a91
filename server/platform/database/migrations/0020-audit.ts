import { sql, type Kysely } from 'kysely';

/**
 * The audit of the staff's changes: the author, the time and the reason. The database rejects every change or
 * removal of an entry. `staff_id` is null for a change by an operator's command. The name is stored as it was at that time.
 */
const statements = [
  sql`create table audit_entry (
    id integer generated always as identity primary key,
    at timestamptz not null,
    staff_id uuid references app_user (id),
    staff_name text not null,
    action text not null,
    subject text not null,
    subject_id text not null,
    was jsonb,
    became jsonb,
    reason text
  )`,
  sql`create index audit_entry_of_subject on audit_entry (subject, subject_id, id)`,
  sql`create function refuse_audit_change() returns trigger language plpgsql as $$
    begin raise exception 'the audit only grows' using errcode = 'restrict_violation'; end
  $$`,
  sql`create trigger audit_only_grows before update or delete on audit_entry
    for each row execute function refuse_audit_change()`,
  sql`create trigger audit_is_not_emptied before truncate on audit_entry
    for each statement execute function refuse_audit_change()`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
