import { sql, type RawBuilder } from 'kysely';
import { MAX_AUTHORS, type AuditQuery, type AuditResponse } from '../../contract/desk/desk.ts';
import { auditIdFields, auditSubjects, type AuditSubject } from '../../domain/account/audit.ts';
import { addDays, instantOf } from '../../domain/time/calendar.ts';
import type { Database } from '../platform/database/schema.ts';

const PAGE_SIZE = 50;
/** In the response; the database stores the whole text. */
const MAX_TEXT_LENGTH = 500;

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

const idsIn = ({ subject, subject_id, was, became }: Change): readonly RecordId[] => [
  { kind: subject, id: subject_id },
  ...[was, became].flatMap((values) =>
    Object.entries(auditIdFields).flatMap(([field, kind]) => {
      const value = (values as Readonly<Record<string, unknown>> | null)?.[field] ?? [];
      return [value].flat().map((id) => ({ kind, id: `${id as string | number}` }));
    }),
  ),
];

const keyOf = ({ kind, id }: RecordId): string => `${kind} ${id}`;

interface NamedRecord {
  /** `keyOf` the record. */
  readonly key: string;
  readonly name: string;
  readonly booking_id: string | null;
}

const customer = sql`coalesce(nullif(concat_ws(' ', app_user.first_name, app_user.last_name), ''), 'closed account')`;

const uuids = (ids: readonly string[]) => sql`${ids.filter((id) => UUID.test(id))}::uuid[]`;
const numbers = (ids: readonly string[]) =>
  sql`${ids.filter((id) => /^\d{1,9}$/.test(id)).map(Number)}::integer[]`;

/** By kind of record; null for a kind that has one record, or whose ids are names. */
const nameQueries: Readonly<
  Record<AuditSubject, ((ids: readonly string[]) => RawBuilder<NamedRecord>) | null>
> = {
  account: (ids) => sql`
    select 'account ' || id as key, ${customer} as name, null::uuid as booking_id
    from app_user where id = any (${uuids(ids)})`,
  invitation: (ids) => sql`
    select 'invitation ' || id as key, email as name, null::uuid as booking_id
    from staff_invitation where id = any (${uuids(ids)})`,
  booking: (ids) => sql`
    select 'booking ' || booking.id as key, ${customer} || ', ' || room.name as name, booking.id as booking_id
    from booking join room on room.id = booking.room_id left join app_user on app_user.id = booking.user_id
    where booking.id = any (${uuids(ids)})`,
  refund: (ids) => sql`
    select 'refund ' || refund.id as key, concat_ws(', ', ${customer}, coalesce(room.name, 'Lit points')) as name,
      coalesce(refund.booking_id, payment_order.booking_id) as booking_id
    from refund
    join payment on payment.payment_id = refund.source_payment_id
    join payment_order on payment_order.order_id = payment.order_id
    left join point_purchase on point_purchase.id = payment_order.purchase_id
    left join booking on booking.id = coalesce(refund.booking_id, payment_order.booking_id)
    left join room on room.id = booking.room_id
    left join app_user on app_user.id = coalesce(booking.user_id, point_purchase.user_id)
    where refund.id = any (${uuids(ids)})`,
  room: (ids) => sql`
    select 'room ' || id as key, name, null::uuid as booking_id from room where id = any (${numbers(ids)})`,
  'block-out': (ids) => sql`
    select 'block-out ' || block_out.id as key, coalesce(room.name, 'All rooms') || ', ' || block_out.reason as name,
      null::uuid as booking_id
    from block_out left join room on room.id = block_out.room_id where block_out.id = any (${uuids(ids)})`,
  enquiry: (ids) => sql`
    select 'enquiry ' || id as key, name, null::uuid as booking_id from enquiry where id = any (${numbers(ids)})`,
  post: (ids) => sql`
    select 'post ' || id as key, title as name, null::uuid as booking_id
    from blog_post where id = any (${numbers(ids)})`,
  event: (ids) => sql`
    select 'event ' || id as key, title as name, null::uuid as booking_id from event where id = any (${numbers(ids)})`,
  picture: null,
  policy: null,
  business: null,
  invoices: null,
  settlement: null,
  company: (ids) => sql`
    select 'company ' || id as key, name, null::uuid as booking_id from company where id = any (${uuids(ids)})`,
  till: (ids) => sql`
    select 'till ' || id as key, ${customer} as name, null::uuid as booking_id
    from app_user where id = any (${uuids(ids)})`,
};

/** By `keyOf`. */
async function namesOf(
  database: Database,
  records: readonly RecordId[],
): Promise<ReadonlyMap<string, NamedRecord>> {
  const queries = auditSubjects.flatMap((subject) => {
    const ids = records.filter(({ kind }) => kind === subject).map(({ id }) => id);
    return (ids.length > 0 && nameQueries[subject]?.(ids)) || [];
  });
  if (queries.length === 0) return new Map();
  const { rows } = await sql<NamedRecord>`${sql.join(queries, sql` union all `)}`.execute(database);
  return new Map(rows.map((row) => [row.key, row]));
}

const namesIn = (change: Change, names: ReadonlyMap<string, NamedRecord>): Record<string, string> =>
  Object.fromEntries(
    idsIn(change).flatMap((record) => {
      const name = names.get(keyOf(record))?.name;
      return name === undefined ? [] : [[record.id, name]];
    }),
  );

/** For each change the names behind its ids, by id. */
export async function namesOfChanges(
  database: Database,
  changes: readonly Change[],
): Promise<Record<string, string>[]> {
  const names = await namesOf(database, changes.flatMap(idsIn));
  return changes.map((change) => namesIn(change, names));
}

/** Reads one index entry per author, not the whole audit. */
async function authorsOf(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive author (name) as (
      (select staff_name from audit_entry order by staff_name limit 1)
      union all
      select (select staff_name from audit_entry where staff_name > author.name order by staff_name limit 1)
      from author where author.name is not null
    )
    select name from author where name is not null limit ${MAX_AUTHORS}`.execute(database);
  return rows.map(({ name }) => name);
}

const entryColumns = [
  'id',
  'at',
  'staff_name',
  'action',
  'subject',
  'subject_id',
  'was',
  'became',
  'reason',
] as const;

/** The entries about a booking, the oldest first. */
export const auditOfBooking = (database: Database, bookingId: string) =>
  database
    .selectFrom('audit_entry')
    .select(entryColumns)
    .where('subject', '=', 'booking')
    .where('subject_id', '=', bookingId)
    .orderBy('id')
    .execute();

/** A page of the audit, newest entry first. `next` is the value of `before` for the next page; null on the last page. */
export async function auditPage(
  database: Database,
  { before, subject, subject_id, by, day }: AuditQuery,
): Promise<AuditResponse> {
  const rows = await database
    .selectFrom('audit_entry')
    .select(entryColumns)
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
  const bookingOf = (entry: Change) =>
    names.get(keyOf({ kind: entry.subject, id: entry.subject_id }))?.booking_id ?? null;
  return {
    data: entries.map(({ at, staff_name, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      by: staff_name,
      was: truncateTexts(entry.was),
      became: truncateTexts(entry.became),
      names: namesIn(entry, names),
      booking_id: bookingOf(entry),
    })),
    next: rows.length > PAGE_SIZE ? (entries.at(-1)?.id ?? null) : null,
    authors: await authorsOf(database),
  };
}
