import { defineConfig } from 'vitest/config';
import { isFullRun } from './test/fullRun.ts';
import { type Kind, testFolders } from './scripts/testFolders.ts';

/** The timeouts only end a test that hangs. They are many times longer than a test takes on a busy machine. */
const timeouts = (ms: number) => ({
  testTimeout: ms,
  hookTimeout: ms,
  expect: { poll: { timeout: ms / 2 } },
});

/** The files of a worker share their modules, because loading modules again for each file takes a third of the time. */
const quick = {
  pool: 'threads',
  isolate: false,
  ...timeouts(600_000),
  sequence: { groupOrder: 0 },
} as const;

/**
 * Two processes run all files, because loading the server's modules takes longer than most files. The files share a PostgreSQL
 * server, which takes two thirds of the embedded database's processor time.
 */
const server = {
  pool: 'forks',
  isolate: false,
  maxWorkers: 2,
  globalSetup: './test/api/postgresServer.ts',
  ...timeouts(600_000),
  sequence: { groupOrder: 1 },
} as const;

/**
 * One file at a time, so that the competing requests of a test do not compete with those of another test. The files share their
 * modules: loading them for each file took a sixth of the processor time.
 */
const race = {
  pool: 'forks',
  isolate: false,
  fileParallelism: false,
  ...timeouts(600_000),
  sequence: { groupOrder: 2 },
} as const;

/**
 * The folders of a kind are one project, because each project has a separate server that transforms every module again.
 * `npx vitest run test/payments` runs one folder.
 */
const project = (name: Kind, options: typeof quick | typeof server | typeof race) => ({
  test: {
    name,
    environment: 'node',
    include: testFolders(name).map((folder) => `test/${folder}/**/*.test.ts?(x)`),
    exclude: isFullRun ? [] : ['**/*.full.test.ts'],
    ...options,
  },
});

export default defineConfig({
  test: {
    allowOnly: false,
    teardownTimeout: 30_000,
    projects: [project('quick', quick), project('server', server), project('race', race)],
  },
});
