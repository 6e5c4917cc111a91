import { defineConfig } from 'vitest/config';
import { testFolders } from './scripts/testFolders.mjs';

const quick = {
  pool: 'threads',
  testTimeout: 20_000,
  hookTimeout: 20_000,
  sequence: { groupOrder: 0 },
} as const;

/**
 * A process for every file, and two at a time: an embedded database takes about 300 MB and a core, and opening one on a
 * busy machine is slow.
 */
const server = {
  pool: 'forks',
  maxWorkers: 2,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  sequence: { groupOrder: 1 },
} as const;

/** One file at a time and after all others: contenders must meet each other, not another test's. */
const race = {
  pool: 'forks',
  fileParallelism: false,
  testTimeout: 180_000,
  hookTimeout: 120_000,
  sequence: { groupOrder: 2 },
} as const;

/** A project for a folder of test/, named like it. */
const project = (name: string, howToRun: typeof quick | typeof server | typeof race) => ({
  test: { name, environment: 'node', include: [`test/${name}/**/*.test.ts`], ...howToRun },
});

export default defineConfig({
  test: {
    allowOnly: false,
    teardownTimeout: 30_000,
    projects: [
      ...testFolders('quick').map((name) => project(name, quick)),
      ...testFolders('server').map((name) => project(name, server)),
      ...testFolders('race').map((name) => project(name, race)),
    ],
  },
});
