import { sql } from 'kysely';
import { ApiError } from '../apiError.ts';
import type { Tx } from '../database/schema.ts';
import type { AuditedChange } from './staffChange.ts';

/**
 * The error (409 'changed-meanwhile') of an edit of something that has changed since version `edited`: who changed it last,
 * and what its fields became, from the audit, whose entries about it say their `version`.
 */
export async function staleEdit(
  tx: Tx,
  subject: AuditedChange['subject'],
  subjectId: string,
  edited: number,
): Promise<ApiError> {
  const entries = await tx
    .selectFrom('audit_entry')
    .select(['at', 'staff_name', 'became'])
    .where('subject', '=', subject)
    .where('subject_id', '=', subjectId)
    .where(sql<boolean>`(became ->> 'version')::integer > ${edited}`)
    .orderBy('id')
    .execute();
  const message = 'This has changed since you opened it';
  const last = entries.at(-1);
  if (!last) return new ApiError('changed-meanwhile', message);
  const { version, ...fields } = Object.assign({}, ...entries.map(({ became }) => became)) as {
    version: number;
  };
  return new ApiError('changed-meanwhile', `${message}: ${last.staff_name} has edited it`, {
    changed: { by: last.staff_name, at: last.at.toISOString(), version, fields },
  });
}
