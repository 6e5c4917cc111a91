import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Drill } from './drill.ts';
import { PROGRAM } from './pgBouncer.ts';

/** How long it stays away, in milliseconds. */
const AWAY_MS = 2_000;

/** PgBouncer between the servers and the database is killed and comes again. */
export const pgBouncerKilled: Drill = {
  name: 'PgBouncer killed',
  skip: () => (spawnSync(PROGRAM, ['--version']).status === 0 ? null : 'pgbouncer is not on this machine'),
  prepare: () => ({ options: { pgBouncer: true }, done: () => undefined }),
  async trouble({ pgBouncer }) {
    await pgBouncer?.kill();
    await delay(AWAY_MS);
    await pgBouncer?.start();
  },
};
