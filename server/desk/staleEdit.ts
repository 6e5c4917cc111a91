import { sql } from 'kysely';
import { ApiError } from '../apiError.ts';
import type { Tx } from '../database/schema.ts';
import type { AuditedChange } from './staffChange.ts';

/**
 * The error (409 'changed-meanwhile') of an edit of an object that was changed after `editedVersion`. It names the last author and
 * the new values of the changed fields, which it reads from the audit, whose entries contain the `version` of the object.
 */
export async function staleEditError(
  tx: Tx,
  subject: AuditedChange['subject'],
  subjectId: string,
  editedVersion: number,
): Promise<ApiError> {
  const entries = await tx
    .selectFrom('audit_entry')
    .select(['at', 'staff_name', 'became'])
    .where('subject', '=', subject)
    .where('subject_id', '=', subjectId)
    .where(sql<boolean>`(became ->> 'version')::integer > ${editedVersion}`)
    .orderBy('id')
    .execute();
  const message = 'This has changed since you opened it';
  const lastEntry = entries.at(-1);
  if (!lastEntry) return new ApiError('changed-meanwhile', message);
  const { version, ...fields } = Object.assign({}, ...entries.map(({ became }) => became)) as {
    version: number;
  };
  return new ApiError('changed-meanwhile', `${message}: ${lastEntry.staff_name} has edited it`, {
    changed: { by: lastEntry.staff_name, at: lastEntry.at.toISOString(), version, fields },
  });
}
