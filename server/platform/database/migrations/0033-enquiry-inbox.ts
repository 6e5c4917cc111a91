import { sql, type Kysely } from 'kysely';

/**
 * The inbox of enquiries at the desk. A server of the previous version adds enquiries in the state 'new'.
 */
const statements = [
  sql`alter table enquiry
    add column state text not null default 'new' check (state in ('new', 'answered', 'closed')),
    add column assigned_to uuid references app_user (id),
    add column version integer not null default 0`,
  sql`create index enquiry_inbox on enquiry (state, id)`,
  sql`create table enquiry_entry (
    id integer generated always as identity primary key,
    enquiry_id integer not null references enquiry (id) on delete cascade,
    at timestamptz not null,
    staff_id uuid not null references app_user (id),
    staff_name text not null,
    kind text not null check (kind in ('reply', 'taken', 'left', 'closed', 'reopened')),
    text text check ((kind = 'reply') = (text is not null))
  )`,
  sql`create index enquiry_entry_of on enquiry_entry (enquiry_id, id)`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
