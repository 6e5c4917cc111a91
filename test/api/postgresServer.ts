import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../scripts/postgres.mjs';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the PostgreSQL server of this test run. */
    postgresUrl: string;
  }
}

/** Starts one PostgreSQL server for all test files of a run; no test needs its data after a power cut. */
export default async function startPostgresServer(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres({ settings: { fsync: 'off', synchronous_commit: 'off' } });
  project.provide('postgresUrl', url);
  return stop;
}
