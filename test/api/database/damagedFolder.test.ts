import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { backUp, restore } from '../../../server/backup/backup.ts';
import { explainDamage } from '../../../server/platform/database/connection/damaged.ts';
import { EMBEDDED_MAJOR } from '../../../server/platform/database/connection/embedded.ts';
import { lockFolder } from '../../../server/platform/database/connection/lockFolder.ts';
import { openDatabase } from '../../../server/platform/database/connection/open.ts';
import { SetupError } from '../../../server/platform/config/setupError.ts';
import { isFullRun } from '../../fullRun.ts';

/* When the files of the embedded database or of its backup are damaged, the operator gets one sentence with the remedy. */

const NOW = new Date('2025-11-21T04:40:00Z');
const root = mkdtempSync(join(tmpdir(), 'litrooms-damaged-'));
const whole = join(root, 'whole');
const configOf = (dataDir: string) => ({ databaseUrl: undefined, dataDir });

beforeAll(async () => {
  const { database, close } = await openDatabase(configOf(whole));
  await sql`create table kysely_migration (name text primary key, timestamp text not null)`.execute(database);
  await sql`insert into kysely_migration values ('0001-first-tables', ''), ('9999-of-the-future', '')`.execute(
    database,
  );
  await close();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
const cutInHalf = (file: string) => truncateSync(file, Math.floor(statSync(file).size / 2));

/** Ways to damage the folder of a database, one for each moment at which it is noticed. */
const damages: Record<string, (folder: string) => void> = {
  'whose control file is missing': (folder) => rmSync(join(folder, 'global', 'pg_control')),
  'whose tables are missing': (folder) => rmSync(join(folder, 'base'), { recursive: true }),
  'without a version': (folder) => rmSync(join(folder, 'PG_VERSION')),
};
const furtherDamages: typeof damages = {
  'whose log is empty': (folder) => filesBelow(join(folder, 'pg_wal')).forEach((file) => truncateSync(file)),
  'whose log is missing': (folder) => rmSync(join(folder, 'pg_wal'), { recursive: true }),
  'whose tables are cut off': (folder) => filesBelow(join(folder, 'base')).forEach(cutInHalf),
  'whose settings are unreadable': (folder) => writeFileSync(join(folder, 'postgresql.conf'), '%% ('),
  'whose version is empty': (folder) => writeFileSync(join(folder, 'PG_VERSION'), ''),
};
let copies = 0;
function damagedCopy(damage: (folder: string) => void): string {
  copies += 1;
  const dataDir = join(root, `copy-${copies}`);
  cpSync(join(whole, 'postgres'), join(dataDir, 'postgres'), { recursive: true });
  damage(join(dataDir, 'postgres'));
  return dataDir;
}

test.each(Object.entries({ ...damages, ...(isFullRun && furtherDamages) }))(
  'a database %s is refused with the remedy',
  async (_, damage) => {
    const dataDir = damagedCopy(damage);
    const error = await openDatabase(configOf(dataDir)).catch((refused: unknown) => refused);
    expect(error).toBeInstanceOf(SetupError);
    expect((error as Error).message).toMatch(/is damaged and cannot be opened .*restore the latest backup/);
    // Nothing is repaired or replaced, and the folder is free for a second look.
    expect(existsSync(join(dataDir, 'postgres.new'))).toBe(false);
    (await lockFolder(dataDir))();
  },
);

test('a database of another version of PostgreSQL is refused, naming both versions', async () => {
  expect(readFileSync(join(whole, 'postgres', 'PG_VERSION'), 'utf8').trim()).toBe(String(EMBEDDED_MAJOR));
  const dataDir = damagedCopy((folder) => writeFileSync(join(folder, 'PG_VERSION'), '12\n'));
  await expect(openDatabase(configOf(dataDir))).rejects.toThrow(
    `is of PostgreSQL 12, and this version reads PostgreSQL ${EMBEDDED_MAJOR}`,
  );
});

test('a database whose server is incompletely installed is not called damaged', async () => {
  const dataDir = damagedCopy(() => undefined);
  vi.doMock('../../../server/platform/database/connection/durableFiles.ts', () => {
    throw new Error('a module is missing');
  });
  const error = await openDatabase(configOf(dataDir)).catch((refused: unknown) => refused);
  vi.doUnmock('../../../server/platform/database/connection/durableFiles.ts');
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(SetupError);
  (await lockFolder(dataDir))();
});

test('a file instead of the database is refused', async () => {
  const dataDir = join(root, 'file');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'postgres'), '');
  await expect(openDatabase(configOf(dataDir))).rejects.toThrow(SetupError);
});

test('the server and the commands print the sentence without a stack, and end with code 1', () => {
  const dataDir = damagedCopy((folder) => rmSync(join(folder, 'base'), { recursive: true }));
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['scripts/from-source.mjs', ...args], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0' },
    });
  for (const args of [['server/main.ts'], ['server/backup/backupCommand.ts', join(root, 'never')]]) {
    const { status, stderr } = run(...args);
    expect([status, stderr.split('\n').filter((line) => /^\s+at /.test(line))], args[0]).toEqual([1, []]);
    expect(stderr, args[0]).toContain('is damaged and cannot be opened');
  }
  expect(existsSync(join(root, 'never'))).toBe(false);
});

test('an error of damaged tables while the server starts is explained, any other is left as it is', () => {
  const damaged = Object.assign(new Error('could not read block 0'), { code: 'XX001' });
  expect(explainDamage(damaged)).toBeInstanceOf(SetupError);
  expect((explainDamage(damaged) as Error).message).toContain('could not read block 0');
  const other = Object.assign(new Error('duplicate key'), { code: '23505' });
  expect(explainDamage(other)).toBe(other);
});

test('a backup of a newer version, and a dump that is no database, leave nothing behind', async () => {
  const folder = join(root, 'of-the-future');
  await backUp(configOf(whole), folder, NOW);
  const target = join(root, 'target');
  await expect(restore(configOf(target), folder)).rejects.toThrow(
    'A newer version of this program made the backup: its tables have 9999-of-the-future,',
  );
  expect(existsSync(join(target, 'postgres'))).toBe(false);

  writeFileSync(join(folder, 'database.tar.gz'), gzipSync(Buffer.from('not a tar '.repeat(1000))));
  await expect(restore(configOf(target), folder)).rejects.toThrow(
    'database.tar.gz is damaged: it is not a dump',
  );
  expect(readdirSync(target).filter((name) => name.startsWith('postgres'))).toEqual([]);
});
