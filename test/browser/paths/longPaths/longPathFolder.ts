import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ENVIRONMENT_VARIABLE = 'LITROOMS_TOURS';

/** The processes of a test run share the long paths that they have found; undefined outside a run. */
export const longPathFolder = (): string | undefined => process.env[ENVIRONMENT_VARIABLE];

/** Creates the folder once for a run. The workers read the configuration again, and inherit the environment variable. */
export function makeLongPathFolder(): void {
  if (longPathFolder() !== undefined) return;
  const folder = mkdtempSync(join(tmpdir(), 'litrooms-long-paths-'));
  process.env[ENVIRONMENT_VARIABLE] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}
