import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders whose tests start servers on databases of the run's PostgreSQL server, or on embedded ones. */
const serverFolders = ['api', 'payments', 'email', 'invoices', 'faults'];

/** Folders whose tests need a real PostgreSQL and run one file at a time: races and failure drills. */
const raceFolders = ['drills', 'races'];

/** Folders whose tests run in Playwright, not in Vitest. */
const browserFolders = ['browser'];

/** how a test is run */
export type Kind = 'quick' | 'server' | 'race' | 'browser';

/** The folders of test/ of one kind. Folders that are not listed above are quick: a new folder is run without being listed. */
export function testFolders(kind: Kind): string[] {
  return readdirSync(join(import.meta.dirname, '..', 'test'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && kindOf(entry.name) === kind)
    .map((entry) => entry.name)
    .sort();
}

/** @param folder of test/ */
export function kindOf(folder: string): Kind {
  if (serverFolders.includes(folder)) return 'server';
  if (raceFolders.includes(folder)) return 'race';
  return browserFolders.includes(folder) ? 'browser' : 'quick';
}
