import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Drill } from '../drill.ts';
import { PGBOUNCER_PATH } from './pgBouncer.ts';

const DOWNTIME_MS = 2_000;

/** PgBouncer between the servers and the database is killed and restarted. */
export const pgBouncerKilled: Drill = {
  name: 'PgBouncer killed',
  skip: () => (spawnSync(PGBOUNCER_PATH, ['--version']).status === 0 ? null : 'pgbouncer is not installed'),
  prepare: () => ({ options: { pgBouncer: true }, cleanUp: () => undefined }),
  async fail({ pgBouncer }) {
    await pgBouncer?.kill();
    await delay(DOWNTIME_MS);
    await pgBouncer?.start();
  },
};
