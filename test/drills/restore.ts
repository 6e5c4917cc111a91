import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { backUp, restore as restoreBackup } from '../../server/backup/backup.ts';
import { openDatabase } from '../../server/database/open.ts';
import { audit } from './audit.ts';
import type { Drill } from './drill.ts';
import { POINTS } from './stage.ts';

/** How long visitors book before the backup begins, in milliseconds. */
const BEFORE_MS = 2_000;

/**
 * A backup is made while visitors book, and restored into another database: every booking that was acknowledged before it
 * began is there, whole. Backups are made by PostgreSQL's own programs, which a machine may not have.
 */
export const restore: Drill = {
  name: 'backup and restore',
  skip: () =>
    spawnSync('pg_dump', ['--version']).status === 0
      ? null
      : 'pg_dump and pg_restore are not on this machine',
  async trouble({ postgres, open }, load, round) {
    await delay(BEFORE_MS);
    const acknowledged = [...load.acknowledged];
    const root = mkdtempSync(join(tmpdir(), 'litrooms-restore-'));
    const name = `restored_${round}`;
    const url = new URL(postgres.url);
    url.pathname = `/${name}`;
    const config = { databaseUrl: url.href, dataDir: root };
    try {
      await backUp({ databaseUrl: postgres.url, dataDir: root }, join(root, 'backup'), new Date());
      await sql`create database ${sql.id(name)}`.execute(open.database);
      await restoreBackup(config, join(root, 'backup'));
      const restored = await openDatabase(config);
      const { lost, double, halfWritten } = await audit(restored.database, acknowledged, POINTS);
      await restored.close();
      const wrong = [];
      if (acknowledged.length === 0) wrong.push('nobody had booked before the backup');
      if (lost + double + halfWritten > 0) {
        wrong.push(`restored: ${lost} bookings lost, ${double} doubled, ${halfWritten} half written`);
      }
      return wrong;
    } finally {
      await sql`drop database if exists ${sql.id(name)}`.execute(open.database);
      rmSync(root, { recursive: true, force: true });
    }
  },
};
