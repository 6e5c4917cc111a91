import { defineConfig } from 'vitest/config';
import { type Kind, testFolders } from './scripts/testFolders.mjs';
import { makeDatabaseImages } from './test/api/databaseImages.ts';

makeDatabaseImages();

/** They end a test that hangs, and decide nothing else: many times what a machine needs that does much besides. */
const limit = (ms: number) => ({
  testTimeout: ms,
  hookTimeout: ms,
  expect: { poll: { timeout: ms / 2 } },
});

/** The files of a folder share their modules: loading them again for each file takes a third of the time. */
const quick = {
  pool: 'threads',
  isolate: false,
  ...limit(600_000),
  sequence: { groupOrder: 0 },
} as const;

/**
 * Two processes for all files: each loads the server's modules and compiles the embedded database once, which takes longer
 * than most files. An open embedded database takes about 300 MB and a core.
 */
const server = {
  pool: 'forks',
  isolate: false,
  maxWorkers: 2,
  ...limit(600_000),
  sequence: { groupOrder: 1 },
} as const;

/** One file at a time: contenders must meet each other, not another test's. */
const race = {
  pool: 'forks',
  fileParallelism: false,
  ...limit(600_000),
  sequence: { groupOrder: 2 },
} as const;

/**
 * The folders of a kind are one project: each project has a server of its own that transforms every module again.
 * `npx vitest run test/payments` runs one folder.
 */
const project = (name: Kind, howToRun: typeof quick | typeof server | typeof race) => ({
  test: {
    name,
    environment: 'node',
    include: testFolders(name).map((folder) => `test/${folder}/**/*.test.ts`),
    ...howToRun,
  },
});

export default defineConfig({
  test: {
    allowOnly: false,
    teardownTimeout: 30_000,
    projects: [project('quick', quick), project('server', server), project('race', race)],
  },
});
