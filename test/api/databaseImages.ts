import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NAME = 'LITROOMS_DATABASE_IMAGES';

/** The folder of a run for images of databases that its processes share; undefined while tests are watched and sources change. */
export const databaseImages = (): string | undefined => process.env[NAME];

/** Makes the folder of a run; the processes of the tests inherit its name. */
export function makeDatabaseImages(): void {
  if (databaseImages() !== undefined || !process.argv.includes('run')) return;
  const folder = mkdtempSync(join(tmpdir(), 'litrooms-images-'));
  process.env[NAME] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}
