import { sql } from 'kysely';
import { ApiError } from '../platform/http/apiError.ts';
import type { Tx } from '../platform/database/schema.ts';
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

/**
 * The error (409 'changed-meanwhile') of an edit of a value without a version, which is no longer the one that was shown. It names
 * the last author, and has the current fields. `version` counts the changes.
 */
export async function changedValueError(
  tx: Tx,
  { subject, subjectId, action }: Pick<AuditedChange, 'subject' | 'subjectId' | 'action'>,
  fields: Readonly<Record<string, unknown>>,
): Promise<ApiError> {
  const entries = await tx
    .selectFrom('audit_entry')
    .select(['at', 'staff_name'])
    .where('subject', '=', subject)
    .where('subject_id', '=', subjectId)
    .where('action', '=', action)
    .orderBy('id')
    .execute();
  const message = 'This has changed since you opened it';
  const lastEntry = entries.at(-1);
  if (!lastEntry) return new ApiError('changed-meanwhile', message);
  const { at, staff_name: by } = lastEntry;
  return new ApiError('changed-meanwhile', `${message}: ${by} has edited it`, {
    changed: { by, at: at.toISOString(), version: entries.length, fields: { ...fields } },
  });
}
