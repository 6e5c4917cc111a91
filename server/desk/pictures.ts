import { PLACEHOLDER, uploadedName, uploadedPath, type PictureUse } from '../../domain/pictures.ts';
import { fieldError } from '../apiError.ts';
import type { Tx } from '../database/schema.ts';
import type { PictureFiles } from '../pictures/pictureFiles.ts';
import type { Changed } from './staffChange.ts';

/** Keeps an uploaded picture. One that is there already is the same one. `now`: milliseconds since 1970. */
export async function addPicture(
  tx: Tx,
  { name, files }: PictureFiles,
  use: PictureUse,
  now: number,
): Promise<Changed<{ path: string }>> {
  const result = { path: uploadedPath(name) };
  const added = await tx
    .insertInto('picture')
    .values({ name, added_at: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst();
  if (!added) return { result, changes: [] };
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

/** Refuses (400) pictures that neither were uploaded nor are there already (`known`). `field`: the one that names them. */
export async function checkPictures(
  tx: Tx,
  field: string,
  wanted: readonly string[],
  known: readonly string[],
): Promise<void> {
  const unknown = wanted.filter((path) => path !== PLACEHOLDER && !known.includes(path));
  if (unknown.length === 0) return;
  const names = unknown.map(uploadedName).filter((name) => name !== null);
  const found =
    names.length === 0
      ? []
      : await tx.selectFrom('picture').select('name').where('name', 'in', names).execute();
  if (found.length < unknown.length) throw fieldError(field, 'must be uploaded first');
}
