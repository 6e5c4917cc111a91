import type { AuditQuery, AuditResponse } from '../../contract/desk.ts';
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

/** A page of the audit, newest entry first. `next` is the value of `before` for the next page; null on the last page. */
export async function auditPage(
  database: Database,
  { before, subject, subject_id }: AuditQuery,
): Promise<AuditResponse> {
  const rows = await database
    .selectFrom('audit_entry')
    .select(['id', 'at', 'staff_name', 'action', 'subject', 'subject_id', 'was', 'became', 'reason'])
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''))
    .$if(subject_id !== undefined, (query) => query.where('subject_id', '=', subject_id ?? ''))
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();
  const entries = rows.slice(0, PAGE_SIZE);
  return {
    data: entries.map(({ at, staff_name, was, became, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      by: staff_name,
      was: truncateTexts(was),
      became: truncateTexts(became),
    })),
    next: rows.length > PAGE_SIZE ? (entries.at(-1)?.id ?? null) : null,
  };
}
