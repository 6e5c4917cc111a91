import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/**
 * Folders whose tests start servers and databases. Every file is a process of its own, because an embedded database
 * takes about 300 MB and a core: two of them are what a two-core machine bears. Opening one on a busy machine is slow.
 */
const serverFolders = new Set(['api', 'payments', 'faults']);

/** One race at a time: contenders must meet each other, not another test's. */
const raceFolders = new Set(['races']);

/** Folders of tests that another program runs. */
const others = new Set(['browser']);

function howToRun(folder: string) {
  if (raceFolders.has(folder)) {
    return {
      pool: 'forks',
      fileParallelism: false,
      testTimeout: 180_000,
      hookTimeout: 120_000,
      sequence: { groupOrder: 2 },
    } as const;
  }
  if (serverFolders.has(folder)) {
    return {
      pool: 'forks',
      maxWorkers: 2,
      testTimeout: 60_000,
      hookTimeout: 120_000,
      sequence: { groupOrder: 1 },
    } as const;
  }
  return { pool: 'threads', testTimeout: 20_000, hookTimeout: 20_000, sequence: { groupOrder: 0 } } as const;
}

const folders = readdirSync(join(import.meta.dirname, 'test'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !others.has(entry.name))
  .map((entry) => entry.name)
  .sort();

/** A project per folder of test/, named like it: a new folder of tests is run without being entered anywhere. */
export default defineConfig({
  test: {
    allowOnly: false,
    teardownTimeout: 30_000,
    projects: folders.map((name) => ({
      test: { name, environment: 'node', include: [`test/${name}/**/*.test.ts`], ...howToRun(name) },
    })),
  },
});
