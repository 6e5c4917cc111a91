import { sql, type Kysely } from 'kysely';

/**
 * The outbox of emails, which are written by the transaction that causes them. There are no foreign keys, because an email is
 * checked against the database when it is sent, and because a booking with points must not look up its rows twice. The mailbox
 * stores the messages that are sent without a mail server.
 */
const statements = [
  sql`create table letter (
    dedupe_key text primary key,
    kind text not null,
    user_id uuid,
    to_name text,
    to_address text,
    payload jsonb not null default '{}',
    attachments jsonb not null default '[]',
    state text not null default 'due' check (state in ('due', 'sent', 'dropped', 'refused', 'expired')),
    due_at timestamptz not null,
    until timestamptz,
    attempts integer not null default 0,
    message_id text,
    problem text,
    created_at timestamptz not null,
    sent_at timestamptz
  )`,
  sql`create index letter_due on letter (due_at) where state = 'due'`,
  sql`create index letter_done on letter (created_at) where state <> 'due'`,

  sql`create table mailbox_message (
    message_id text primary key,
    sender text not null,
    recipient text not null,
    subject text not null,
    html text not null,
    plain text not null,
    attachments jsonb not null default '[]',
    received_at timestamptz not null
  )`,
  sql`create index mailbox_message_newest on mailbox_message (received_at desc)`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
