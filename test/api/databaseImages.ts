import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const VARIABLE = 'LITROOMS_DATABASE_IMAGES';

/**
 * The folder for database images that the processes of a test run share. Undefined in watch mode, where migrations can change.
 */
export const databaseImageFolder = (): string | undefined => process.env[VARIABLE];

/** Creates the folder of a run. The test processes inherit its name as an environment variable. */
export function makeDatabaseImages(): void {
  if (databaseImageFolder() !== undefined || !process.argv.includes('run')) return;
  const folder = mkdtempSync(join(tmpdir(), 'litrooms-images-'));
  process.env[VARIABLE] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}
