import { sql } from 'kysely';
import { uploadedPicturePath } from '../../../domain/rooms/pictures.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import type { Database } from '../../platform/database/schema.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { JobTable } from '../../platform/jobs/lease.ts';
import { runPeriodically } from '../../platform/jobs/runPeriodically.ts';
import { runDue } from '../../platform/jobs/runDue.ts';

/* Removes uploaded pictures that no room and no post has used for a week. */

interface DuePicture {
  readonly name: string;
  readonly next_check_at: Date;
}

export interface PictureJobDeps {
  readonly database: Database;
  readonly now: () => EpochMs;
  readonly log: { error(details: object, message: string): void };
  /** Aborted when the server stops. */
  readonly stopping?: AbortSignal | undefined;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long an unused picture is kept, in milliseconds, so that an edit can be undone and a form can stay open. */
const RETENTION_MS = 7 * DAY_MS;

const pictureJobs: JobTable<DuePicture> = {
  name: 'picture',
  id: 'name',
  due: 'next_check_at',
  columns: ['name', 'next_check_at'],
};

/** All files of a picture have it; it is searched in the text of a post. */
const pathPrefixOf = (name: string): string => uploadedPicturePath(name).slice(0, -'.jpg'.length);

/** Removes a picture that has been unused for a week; otherwise schedules its next check. */
const checkPicture = ({ database, now }: PictureJobDeps, { name }: DuePicture): Promise<void> =>
  inTransaction(database, async (tx) => {
    // A transaction that starts to use the picture locks the same row (server/content/pictures/pictures.ts): it commits before this check, or
    // finds the picture removed.
    const picture = await tx
      .selectFrom('picture')
      .select('unused_since')
      .where('name', '=', name)
      .forUpdate()
      .executeTakeFirst();
    if (!picture) return;
    const { rows } = await sql<{ used: boolean }>`
      select exists (select from room where ${uploadedPicturePath(name)} = any(images))
        or exists (select from blog_post
          where image = ${uploadedPicturePath(name)} or position(${pathPrefixOf(name)} in body) > 0) as used`.execute(
      tx,
    );
    const at = now();
    const unusedSince = rows[0]?.used ? null : (picture.unused_since?.getTime() ?? at);
    if (unusedSince !== null && at - unusedSince >= RETENTION_MS) {
      await tx.deleteFrom('picture_file').where('picture', '=', name).execute();
      await tx.deleteFrom('picture').where('name', '=', name).execute();
      return;
    }
    const nextCheckAt =
      unusedSince === null ? at + DAY_MS : Math.min(at + DAY_MS, unusedSince + RETENTION_MS);
    await tx
      .updateTable('picture')
      .set({
        unused_since: unusedSince === null ? null : new Date(unusedSince),
        next_check_at: new Date(nextCheckAt),
      })
      .where('name', '=', name)
      .execute();
  });

/**
 * Removes the pictures that have been unused for a week, each with its files in one transaction. Any number of server processes
 * may call it at the same time. Returns the errors of failed checks; these checks are postponed and do not stop the others.
 */
export const removeUnusedPictures = (deps: PictureJobDeps): Promise<unknown[]> =>
  runDue(deps, {
    kind: 'a picture',
    table: pictureJobs,
    ids: ({ name }) => ({ picture: name }),
    work: (picture) => checkPicture(deps, picture),
    postpone: async ({ name }) => {
      await deps.database
        .updateTable('picture')
        .set({ next_check_at: new Date(deps.now() + HOUR_MS) })
        .where('name', '=', name)
        .execute();
    },
  });

/** Removes unused pictures periodically until the returned function is called, which waits for the current picture. */
export const startRemovingPictures = (deps: PictureJobDeps): (() => Promise<void>) =>
  runPeriodically({
    everyMs: HOUR_MS,
    startsImmediately: true,
    pass: async (stopping) => {
      const failures = await removeUnusedPictures({ ...deps, stopping });
      if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
    },
    onError: (error) =>
      deps.log.error({ err: error }, 'removing unused pictures failed; it will be tried again'),
  });
