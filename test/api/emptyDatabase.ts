import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { dependencies } from '../../package.json';
import { migrate } from '../../server/database/migrate.ts';
import type { OpenDatabase } from '../../server/database/open.ts';
import { wrapPglite } from '../../server/database/pglite.ts';
import { seed } from '../../server/seed/seed.ts';
import { databaseImageFolder } from './databaseImages.ts';

/** The image of a database without tables depends only on PGlite, so it is cached between runs. */
const emptyImage = join('.cache', `empty-pglite-${dependencies['@electric-sql/pglite']}.tar`);

async function writeImage(file: string, lite: PGlite): Promise<void> {
  const dump = await lite.dumpDataDir('none');
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()));
  renameSync(unfinished, file);
}

/** Reads the whole image at once, because another process may replace the file. */
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

/** A new database in memory without tables. Loading an image is much faster than creating a database. */
export const emptyDatabase = async (): Promise<OpenDatabase> => inMemory(await openEmpty());

/** Applies all migrations and adds the demo data, like a server at its first start. `now` is in milliseconds since 1970. */
export const migrateAndSeed = ({ withoutTimeouts }: OpenDatabase, now: number): Promise<void> =>
  withoutTimeouts(async (setup) => {
    await migrate(setup);
    await seed(setup, { demo: true, now });
  });

/**
 * A new database in memory with all tables and the demo data. Migrations and password hashes take longer than most test files,
 * so that the first file of a run stores an image for the others. `now` is the time of the demo data in milliseconds since 1970.
 */
export async function seededDatabase(now: number): Promise<OpenDatabase> {
  const folder = databaseImageFolder();
  const image = folder === undefined ? undefined : join(folder, `seeded-${now}.tar`);
  if (image !== undefined && existsSync(image)) return inMemory(await openImage(image));
  const lite = await openEmpty();
  const open = inMemory(lite);
  await migrateAndSeed(open, now);
  if (image !== undefined) await writeImage(image, lite);
  return open;
}
