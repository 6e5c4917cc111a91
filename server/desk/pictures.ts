import { sql } from 'kysely';
import {
  PLACEHOLDER_PICTURE,
  uploadedPictureName,
  uploadedPicturePath,
  type PictureUse,
} from '../../domain/pictures.ts';
import { fieldError } from '../apiError.ts';
import type { Tx } from '../database/schema.ts';
import type { PictureFiles } from '../pictures/pictureFiles.ts';
import type { Changed } from './staffChange.ts';

/**
 * Locks pictures until the transaction ends, and lets the week begin again after which unused ones are removed (decision 0094).
 * Returns how many of them are there.
 */
async function claimPictures(tx: Tx, names: readonly string[]): Promise<number> {
  if (names.length === 0) return 0;
  const { rows } = await sql`
    update picture set unused_since = null where name in (
      select name from picture where name in (${sql.join(names)}) order by name for no key update
    ) returning name`.execute(tx);
  return rows.length;
}

/** Keeps an uploaded picture. One that is there already is the same one. `now`: milliseconds since 1970. */
export async function addPicture(
  tx: Tx,
  { name, files }: PictureFiles,
  use: PictureUse,
  now: number,
): Promise<Changed<{ path: string }>> {
  const result = { path: uploadedPicturePath(name) };
  const add = () =>
    tx
      .insertInto('picture')
      .values({ name, added_at: new Date(now), next_check_at: new Date(now) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('name')
      .executeTakeFirst();
  // One that is there may be removed before it is locked: then it is added after all.
  for (let added = await add(); !added; added = await add()) {
    if ((await claimPictures(tx, [name])) > 0) return { result, changes: [] };
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
 * Refuses (400) pictures that neither were uploaded nor are there already (`known`), and keeps the others from being removed as
 * unused. `field`: the one that names them.
 */
export async function checkPictures(
  tx: Tx,
  field: string,
  wanted: readonly string[],
  known: readonly string[],
): Promise<void> {
  const unknown = wanted.filter((path) => path !== PLACEHOLDER_PICTURE && !known.includes(path));
  if (unknown.length === 0) return;
  const names = new Set(unknown.map(uploadedPictureName).filter((name) => name !== null));
  if ((await claimPictures(tx, [...names])) < new Set(unknown).size)
    throw fieldError(field, 'must be uploaded first');
}
