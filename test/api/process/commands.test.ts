import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { withDotEnv } from '../../../server/platform/process/command.ts';
import { readSettings } from '../../../server/platform/config/config.ts';

const run = promisify(execFile);
const root = mkdtempSync(join(tmpdir(), 'litrooms-commands-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a command reads from .env what its environment lacks, but never combines the databases of both', () => {
  const file = { DATABASE_URL: 'postgres://of-the-file', DATA_DIR: './file', LOG_LEVEL: 'info' };
  expect(withDotEnv({}, file)).toEqual(file);
  expect(withDotEnv({ DATA_DIR: '/data' }, file)).toEqual({ DATA_DIR: '/data', LOG_LEVEL: 'info' });
  expect(withDotEnv({ DATABASE_URL: 'postgres://here' }, file)).toEqual({
    DATABASE_URL: 'postgres://here',
    LOG_LEVEL: 'info',
  });
});

test('reading the settings of a command creates no folder', () => {
  const dataDir = join(root, 'settings');
  expect(readSettings({ DATA_DIR: dataDir })).toMatchObject({ dataDir });
  expect(existsSync(dataDir)).toBe(false);
});

test('a refused command prints only its reason and leaves no folder behind', async () => {
  const dataDir = join(root, 'none');
  const args = ['scripts/from-source.mjs', 'server/backup/backupCommand.ts', join(root, 'backup')];
  const refused = await run(process.execPath, args, {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
  }).then(
    () => null,
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  expect(refused).toMatchObject({
    code: 1,
    stdout: '',
    stderr: `There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL.\n`,
  });
  expect(readdirSync(root)).toEqual([]);
});
