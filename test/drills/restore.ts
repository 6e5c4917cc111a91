import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { backUp, restore as restoreBackup } from '../../server/backup/backup.ts';
import { openDatabase } from '../../server/platform/database/connection/open.ts';
import { checkBookings } from './visitors/checkBookings.ts';
import type { Drill } from './drill.ts';
import { POINTS } from './testbed.ts';

/** Bookings before the backup. */
const DURATION_MS = 2_000;

/**
 * A backup is made during bookings and restored into another database, which must contain every booking that was confirmed
 * before the backup. The backup needs PostgreSQL's programs.
 */
export const restore: Drill = {
  name: 'backup and restore',
  skip: () =>
    spawnSync('pg_dump', ['--version']).status === 0 ? null : 'pg_dump or pg_restore is not installed',
  async fail({ postgres, open }, load, round) {
    await delay(DURATION_MS);
    const acknowledged = [...load.acknowledged];
    const root = mkdtempSync(join(tmpdir(), 'litrooms-restore-'));
    const name = `restored_${round}`;
    const url = new URL(postgres.url);
    url.pathname = `/${name}`;
    const config = { databaseUrl: url.href, dataDir: root };
    try {
      await backUp({ databaseUrl: postgres.url, dataDir: root }, join(root, 'backup'), new Date());
      await sql`create database ${sql.id(name)}`.execute(open.database);
      await restoreBackup(config, join(root, 'backup'), new Date());
      const restored = await openDatabase(config);
      const { lost, doubleBooked, incomplete } = await checkBookings(restored.database, acknowledged, POINTS);
      await restored.close();
      const problems = [];
      if (acknowledged.length === 0) problems.push('there was no booking before the backup');
      if (lost + doubleBooked + incomplete > 0) {
        problems.push(
          `restored: ${lost} bookings lost, ${doubleBooked} double-booked, ${incomplete} incomplete`,
        );
      }
      return problems;
    } finally {
      await sql`drop database if exists ${sql.id(name)}`.execute(open.database);
      rmSync(root, { recursive: true, force: true });
    }
  },
};
