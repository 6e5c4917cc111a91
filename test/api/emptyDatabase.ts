import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { dependencies } from '../../package.json';
import type { OpenDatabase } from '../../server/database/open.ts';
import { overPglite } from '../../server/database/pglite.ts';

const image = join('.cache', `empty-pglite-${dependencies['@electric-sql/pglite']}.tar`);

/**
 * A fresh database in memory, without tables. Creating one takes seconds, loading its image a fraction of that. The image
 * depends only on PGlite, so it is cached between runs.
 */
export async function emptyDatabase(): Promise<OpenDatabase> {
  if (!existsSync(image)) {
    const lite = await PGlite.create();
    const dump = await lite.dumpDataDir('none');
    await lite.close();
    mkdirSync('.cache', { recursive: true });
    const unfinished = `${image}.${process.pid}`;
    writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()));
    renameSync(unfinished, image);
  }
  // Read completely, because another process may replace the image with its own.
  const lite = await PGlite.create({ loadDataDir: new Blob([readFileSync(image)]) });
  return overPglite(lite, createPgConfig, 'PGlite in memory');
}
