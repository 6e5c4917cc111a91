import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { dependencies } from '../../package.json';
import { migrate } from '../../server/platform/database/migrate.ts';
import type { OpenDatabase } from '../../server/platform/database/openDatabase.ts';
import { wrapPglite } from '../../server/platform/database/connection/pglite.ts';
import { seed } from '../../server/seed/seed.ts';

/** The image of a database without tables depends only on PGlite, so it is cached between runs. */
const emptyImage = join('.cache', `empty-pglite-${dependencies['@electric-sql/pglite']}.tar`);

async function openEmpty(): Promise<PGlite> {
  if (!existsSync(emptyImage)) {
    const lite = await PGlite.create();
    mkdirSync('.cache', { recursive: true });
    const dump = await lite.dumpDataDir('none');
    const unfinished = `${emptyImage}.${process.pid}`;
    writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()));
    renameSync(unfinished, emptyImage);
    await lite.close();
  }
  return PGlite.create({ loadDataDir: new Blob([readFileSync(emptyImage)]) });
}

/** A new database in memory without tables. Loading an image is much faster than creating a database. */
export const emptyDatabase = async (): Promise<OpenDatabase> =>
  wrapPglite(await openEmpty(), createPgConfig, 'PGlite in memory');

/** Applies all migrations and adds the demo data, like a server at its first start. `now` is in milliseconds since 1970. */
export const migrateAndSeed = ({ withoutTimeouts }: OpenDatabase, now: number): Promise<void> =>
  withoutTimeouts(async (setup) => {
    await migrate(setup);
    await seed(setup, { demo: true, now });
  });
