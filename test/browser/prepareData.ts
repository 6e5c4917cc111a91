import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfStale, buildProbeIfStale } from '../../scripts/build.mjs';
import { startBuiltServer } from './builtServer.ts';

/** Environment variable with the prepared data folder. */
export const PREPARED_DATA = 'LITROOMS_PREPARED_DATA';

/** Creates a seeded data folder once. Each worker starts with a copy, because seeding takes seconds and copying does not. */
export default async function prepareData(): Promise<() => void> {
  buildIfStale();
  buildProbeIfStale();
  const folder = mkdtempSync(join(tmpdir(), 'litrooms-prepared-'));
  const deleteFolder = () => rmSync(folder, { recursive: true, force: true });
  try {
    const server = await startBuiltServer(folder);
    await server.stop();
  } catch (error) {
    deleteFolder();
    throw error;
  }
  process.env[PREPARED_DATA] = folder;
  return deleteFolder;
}
