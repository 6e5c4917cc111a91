import { sql } from 'kysely';
import {
  PLACEHOLDER_PICTURE,
  uploadedPictureName,
  uploadedPicturePath,
  type PictureUse,
} from '../../../domain/rooms/pictures.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { fieldError } from '../../platform/http/apiError.ts';
import type { Tx } from '../../platform/database/schema.ts';
import type { PictureFiles } from './pictureFiles.ts';
import type { AuditedResult } from '../../audit/staffChange.ts';

/**
 * Locks pictures until the transaction ends and marks them as used, which restarts the week after which the job removes unused
 * pictures. Returns how many of the pictures exist.
 */
async function lockUsedPictures(tx: Tx, names: readonly string[]): Promise<number> {
  if (names.length === 0) return 0;
  const { rows } = await sql`
    update picture set unused_since = null where name in (
      select name from picture where name = any(${names}::text[]) order by name for no key update
    ) returning name`.execute(tx);
  return rows.length;
}

/** Stores an uploaded picture. An existing picture with its name is the same picture. */
export async function addPicture(
  tx: Tx,
  { name, files }: PictureFiles,
  use: PictureUse,
  now: EpochMs,
): Promise<AuditedResult<{ path: string }>> {
  const result = { path: uploadedPicturePath(name) };
  const add = () =>
    tx
      .insertInto('picture')
      .values({ name, added_at: new Date(now), next_check_at: new Date(now) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('name')
      .executeTakeFirst();
  // The job may remove an existing picture before it is locked; then the picture is added again.
  for (let added = await add(); !added; added = await add()) {
    if ((await lockUsedPictures(tx, [name])) > 0) return { result, changes: [] };
  }
  await tx
    .insertInto('picture_file')
    .values([...files].map(([file, bytes]) => ({ picture: name, file, bytes })))
    .execute();
  const became = { path: result.path, use };
  return {
    result,
    changes: [{ action: 'picture added', subject: 'picture', subjectId: name, was: null, became }],
  };
}

/**
 * Throws 400 for pictures that were neither uploaded nor in use before (`existing`), and marks the new ones as used. `field`: the
 * name of the field with the paths.
 */
export async function checkPictures(
  tx: Tx,
  field: string,
  paths: readonly string[],
  existing: readonly string[],
): Promise<void> {
  const newPaths = paths.filter((path) => path !== PLACEHOLDER_PICTURE && !existing.includes(path));
  if (newPaths.length === 0) return;
  const names = new Set(newPaths.map(uploadedPictureName).filter((name) => name !== null));
  if ((await lockUsedPictures(tx, [...names])) < new Set(newPaths).size)
    throw fieldError(field, 'must be uploaded first');
}
