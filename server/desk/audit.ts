import type { AuditQuery, AuditResponse } from '../../contract/desk.ts';
import type { Database } from '../database/schema.ts';

const PAGE = 50;
/** The longest text of a value; the database has the whole. */
const LONGEST = 500;

/** What an entry says, with texts that are too long to be read in a list cut. */
const readable = (values: unknown): Record<string, unknown> | null =>
  values === null
    ? null
    : Object.fromEntries(
        Object.entries(values as object).map(([name, value]: [string, unknown]) => [
          name,
          typeof value === 'string' && value.length > LONGEST
            ? `${value.slice(0, LONGEST)} … (${value.length} characters)`
            : value,
        ]),
      );

/** A page of the audit, the newest entry first. `next` names the page that follows; null on the last. */
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
    .limit(PAGE + 1)
    .execute();
  const shown = rows.slice(0, PAGE);
  return {
    data: shown.map(({ at, staff_name, was, became, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      by: staff_name,
      was: readable(was),
      became: readable(became),
    })),
    next: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
  };
}
