import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { dependencies } from '../../package.json';
import { migrate } from '../../server/database/migrate.ts';
import type { OpenDatabase } from '../../server/database/open.ts';
import { wrapPglite } from '../../server/database/pglite.ts';
import { seed } from '../../server/seed/seed.ts';
import { databaseImages } from './databaseImages.ts';

/** The image of a database without tables depends only on PGlite, so it is cached between runs. */
const emptyImage = join('.cache', `empty-pglite-${dependencies['@electric-sql/pglite']}.tar`);

async function writeImage(file: string, lite: PGlite): Promise<void> {
  const dump = await lite.dumpDataDir('none');
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()));
  renameSync(unfinished, file);
}

/** The image is read completely, because another process may replace it with its own. */
const openImage = (file: string): Promise<PGlite> =>
  PGlite.create({ loadDataDir: new Blob([readFileSync(file)]) });

const inMemory = (lite: PGlite): OpenDatabase => wrapPglite(lite, createPgConfig, 'PGlite in memory');

async function openEmpty(): Promise<PGlite> {
  if (!existsSync(emptyImage)) {
    const lite = await PGlite.create();
    mkdirSync('.cache', { recursive: true });
    await writeImage(emptyImage, lite);
    await lite.close();
  }
  return openImage(emptyImage);
}

/** A fresh database in memory, without tables. Creating one takes seconds, loading its image a fraction of that. */
export const emptyDatabase = async (): Promise<OpenDatabase> => inMemory(await openEmpty());

/** Applies every migration and adds the demo data, as a server does at its first start. `now`: milliseconds since 1970. */
export const migrateAndSeed = ({ withoutTimeouts }: OpenDatabase, now: number): Promise<void> =>
  withoutTimeouts(async (setup) => {
    await migrate(setup);
    await seed(setup, { demo: true, now });
  });

/**
 * A fresh database in memory with all tables and the demo data. Migrations and password hashes take longer than most test files, so
 * the first file of a run keeps an image for the others. `now`: the time of the demo data, milliseconds since 1970.
 */
export async function seededDatabase(now: number): Promise<OpenDatabase> {
  const folder = databaseImages();
  const image = folder === undefined ? undefined : join(folder, `seeded-${now}.tar`);
  if (image !== undefined && existsSync(image)) return inMemory(await openImage(image));
  const lite = await openEmpty();
  const open = inMemory(lite);
  await migrateAndSeed(open, now);
  if (image !== undefined) await writeImage(image, lite);
  return open;
}
