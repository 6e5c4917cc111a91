// @ts-check
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders whose tests start servers and embedded databases. */
const serverFolders = ['api', 'payments', 'letters', 'papers', 'faults'];

/** Folders whose tests need a real PostgreSQL and the machine for themselves: contenders who race, and databases that fail. */
const raceFolders = ['drills', 'races'];

/** Run by Playwright, not by Vitest. */
const browserFolders = ['browser'];

/** @typedef {'quick' | 'server' | 'race' | 'browser'} Kind what a test needs, and so how it is run */

/**
 * The folders of test/ by kind. Those not named above are quick: a new folder is run without being entered anywhere.
 * @param {Kind} kind
 * @returns {string[]}
 */
export function testFolders(kind) {
  return readdirSync(join(import.meta.dirname, '..', 'test'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && kindOf(entry.name) === kind)
    .map((entry) => entry.name)
    .sort();
}

/** @param {string} folder of test/ @returns {Kind} */
export function kindOf(folder) {
  if (serverFolders.includes(folder)) return 'server';
  if (raceFolders.includes(folder)) return 'race';
  return browserFolders.includes(folder) ? 'browser' : 'quick';
}
