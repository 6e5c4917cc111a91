import type { AuditQuery, AuditResponse } from '../../contract/desk.ts';
import type { Database } from '../database/schema.ts';

const PAGE = 50;

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
      was: was as Record<string, unknown> | null,
      became: became as Record<string, unknown> | null,
    })),
    next: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
  };
}
