import { sql } from 'kysely';
import type { AuditQuery, AuditResponse } from '../../contract/desk.ts';
import { addDays, instantOf } from '../../domain/calendar.ts';
import type { Database } from '../database/schema.ts';

const PAGE_SIZE = 50;
/** The maximum length of a text in the response; the database stores the whole text. */
const MAX_TEXT_LENGTH = 500;

/** The values of an entry, with long texts truncated. */
const truncateTexts = (values: unknown): Record<string, unknown> | null =>
  values === null
    ? null
    : Object.fromEntries(
        Object.entries(values as object).map(([name, value]: [string, unknown]) => [
          name,
          typeof value === 'string' && value.length > MAX_TEXT_LENGTH
            ? `${value.slice(0, MAX_TEXT_LENGTH)} … (${value.length} characters)`
            : value,
        ]),
      );

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The kind of the record behind a field with an id. */
const fieldKinds = { user_id: 'account', room_id: 'room', booking_id: 'booking' } as const;

/** An id in the audit, and what it is the id of. */
interface RecordId {
  readonly kind: string;
  readonly id: string;
}

interface Change {
  readonly subject: string;
  readonly subject_id: string;
  readonly was: unknown;
  readonly became: unknown;
}

/** The ids that an entry contains. */
const idsIn = ({ subject, subject_id, was, became }: Change): readonly RecordId[] => [
  { kind: subject, id: subject_id },
  ...[was, became].flatMap((values) =>
    Object.entries(fieldKinds).flatMap(([field, kind]) => {
      const value = ((values ?? {}) as Readonly<Record<string, string | number | null>>)[field] ?? null;
      return value === null ? [] : [{ kind, id: String(value) }];
    }),
  ),
];

const keyOf = ({ kind, id }: RecordId): string => `${kind} ${id}`;

/** The names of accounts, bookings, rooms, block-outs, enquiries, posts and events, by kind and id (`keyOf`). */
async function namesOf(
  database: Database,
  records: readonly RecordId[],
): Promise<ReadonlyMap<string, string>> {
  const ids = (wanted: string): string[] => records.filter(({ kind }) => kind === wanted).map(({ id }) => id);
  const uuids = (found: readonly string[]) => found.filter((id) => UUID.test(id));
  const numbers = (found: readonly string[]) => found.filter((id) => /^\d{1,9}$/.test(id)).map(Number);
  const { rows } = await sql<{ key: string; name: string }>`
    select 'account ' || id as key, concat_ws(' ', first_name, last_name) as name from app_user
      where id = any (${uuids(ids('account'))}::uuid[])
    union all
    select 'booking ' || booking.id, concat_ws(', ', concat_ws(' ', first_name, last_name), room.name)
      from booking join room on room.id = booking.room_id left join app_user on app_user.id = booking.user_id
      where booking.id = any (${uuids(ids('booking'))}::uuid[])
    union all
    select 'room ' || id, name from room where id = any (${numbers(ids('room'))}::integer[])
    union all
    select 'block-out ' || block_out.id, coalesce(room.name, 'All rooms') || ', ' || block_out.reason
      from block_out left join room on room.id = block_out.room_id
      where block_out.id = any (${uuids(ids('block-out'))}::uuid[])
    union all
    select 'enquiry ' || id, name from enquiry where id = any (${numbers(ids('enquiry'))}::integer[])
    union all
    select 'post ' || id, title from blog_post where id = any (${numbers(ids('post'))}::integer[])
    union all
    select 'event ' || id, title from event where id = any (${numbers(ids('event'))}::integer[])`.execute(
    database,
  );
  return new Map(rows.map(({ key, name }) => [key, name]));
}

/** A page of the audit, newest entry first. `next` is the value of `before` for the next page; null on the last page. */
export async function auditPage(
  database: Database,
  { before, subject, subject_id, by, day }: AuditQuery,
): Promise<AuditResponse> {
  const rows = await database
    .selectFrom('audit_entry')
    .select(['id', 'at', 'staff_name', 'action', 'subject', 'subject_id', 'was', 'became', 'reason'])
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''))
    .$if(subject_id !== undefined, (query) => query.where('subject_id', '=', subject_id ?? ''))
    .$if(by !== undefined, (query) => query.where('staff_name', '=', by ?? ''))
    .$if(day !== undefined, (query) =>
      query
        .where('at', '>=', new Date(instantOf(day ?? '', 0)))
        .where('at', '<', new Date(instantOf(addDays(day ?? '', 1), 0))),
    )
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();
  const entries = rows.slice(0, PAGE_SIZE);
  const names = await namesOf(database, entries.flatMap(idsIn));
  const namesIn = (entry: Change) =>
    Object.fromEntries(
      idsIn(entry).flatMap((record) => {
        const name = names.get(keyOf(record));
        return name === undefined ? [] : [[record.id, name]];
      }),
    );
  return {
    data: entries.map(({ at, staff_name, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      by: staff_name,
      was: truncateTexts(entry.was),
      became: truncateTexts(entry.became),
      names: namesIn(entry),
    })),
    next: rows.length > PAGE_SIZE ? (entries.at(-1)?.id ?? null) : null,
  };
}
