import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../scripts/postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Of this test run. */
    postgresUrl: string;
  }
}

/** A folder in memory with room for the databases, or null on a system without one. */
function memoryFolder(): string | null {
  const folder = '/dev/shm';
  if (!existsSync(folder)) return null;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 4 * 2 ** 30 ? folder : null;
}

/** Starts one PostgreSQL server for all test files of a run; no test needs its data after a power cut. */
export default async function startPostgresServer(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres({
    parent: memoryFolder() ?? tmpdir(),
    // Without vacuums, plans and the order of rows that nothing orders do not depend on time.
    settings: { fsync: 'off', synchronous_commit: 'off', autovacuum: 'off' },
  });
  project.provide('postgresUrl', url);
  return stop;
}
