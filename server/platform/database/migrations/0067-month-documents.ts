import { sql, type Kysely } from 'kysely';

/**
 * The invoices and credit notes of a month as PDF files, which a job makes file by file. The job continues after the last tax
 * document of the last file: `after_series`, `after_date` and `after_sequence`. `next_try_at` is null when it has ended.
 */
const statements = [
  sql`create table month_document (
    id uuid primary key default gen_random_uuid(),
    month text not null check (month ~ '^[0-9]{4}-[0-9]{2}$'),
    is_demo boolean not null,
    papers integer not null check (papers > 0),
    done integer not null default 0,
    in_files integer not null default 0,
    after_series text not null default '',
    after_date date,
    after_sequence integer not null default 0,
    next_try_at timestamptz,
    attempts integer not null default 0,
    ready_at timestamptz,
    expires_at timestamptz not null,
    check (ready_at is null or next_try_at is null),
    unique (month, is_demo)
  )`,
  sql`create index month_document_open on month_document (next_try_at) where next_try_at is not null`,
  sql`create index month_document_expires on month_document (expires_at)`,
  sql`create table month_document_file (
    document_id uuid not null references month_document (id) on delete cascade,
    position integer not null check (position > 0),
    papers integer not null check (papers > 0),
    bytes bytea not null,
    primary key (document_id, position)
  )`,
  // A PDF is compressed already.
  sql`alter table month_document_file alter column bytes set storage external`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
