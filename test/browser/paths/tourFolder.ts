import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NAME = 'LITROOMS_TOURS';

/** The folder of a run for the tours that its processes have found. */
export const tourFolder = (): string | undefined => process.env[NAME];

/** Makes the folder; the workers, which read the configuration again, inherit it. */
export function makeTourFolder(): void {
  if (tourFolder() !== undefined) return;
  const folder = mkdtempSync(join(tmpdir(), 'litrooms-tours-'));
  process.env[NAME] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}
