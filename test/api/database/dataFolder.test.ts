import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../../server/platform/config/config.ts';
import { lockFolder } from '../../../server/platform/database/connection/lockFolder.ts';
import { openDatabase } from '../../../server/platform/database/connection/open.ts';

let folder: string;
const processes = new Set<ChildProcessWithoutNullStreams>();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'litrooms-'));
});
afterEach(() => {
  for (const child of processes) child.kill('SIGKILL');
  processes.clear();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * The command that starts a process in other process and network namespaces, like another container. It is undefined where
 * the system does not allow it, and the same test then runs with two ordinary processes.
 */
const otherNamespace = [
  ['unshare', '--pid', '--net', '--ipc', '--uts', '--mount', '--fork', '--kill-child'],
  ['unshare', '--user', '--map-root-user', '--pid', '--net', '--fork', '--kill-child'],
].find(([command, ...args]) => spawnSync(String(command), [...args, 'true']).status === 0);

/** Starts a process that locks the folder, or prints why it cannot. */
function startLocker(prefix: readonly string[] = []): {
  readonly child: ChildProcessWithoutNullStreams;
  readonly output: Promise<string>;
} {
  const [command, ...args] = [
    ...prefix,
    process.execPath,
    'scripts/from-source.mjs',
    'test/api/folderLock.ts',
    folder,
  ];
  const child = spawn(command, args, { env: { PATH: process.env['PATH'] } });
  processes.add(child);
  const output = once(child.stdout, 'data').then(([chunk]) => String(chunk).trim());
  return { child, output };
}

describe('the lock of the data folder', () => {
  test('excludes a process in other namespaces, and ends when its owner is killed', async () => {
    const holder = startLocker(otherNamespace);
    expect(await holder.output).toBe('locked');
    await expect(lockFolder(folder)).rejects.toThrow(/in use by process \d+/);
    const inside = startLocker(otherNamespace);
    expect(await inside.output).toContain('in use');

    holder.child.kill('SIGKILL');
    await once(holder.child, 'exit');
    await expect.poll(() => lockFolder(folder).then((unlock) => unlock() ?? 'free', String)).toBe('free');
  });

  test('is taken over by exactly one of many when its owner has died', async () => {
    const first = await lockFolder(folder);
    for (let round = 0; round < 20; round += 1) {
      (round === 0 ? first : () => {})();
      const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)));
      const owners = results.filter((result) => result.status === 'fulfilled');
      expect(owners).toHaveLength(1);
      owners[0]?.value();
    }
  });

  test('is free after an older server, a crash or a power cut has left files behind', async () => {
    for (const name of ['lock', 'lock.7', 'lock.new']) writeFileSync(join(folder, name), `${process.pid}`);
    const unlock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow('in use');
    unlock();
  });

  test('works in a folder whose path is longer than a socket’s may be', async () => {
    const deep = join(folder, 'a'.repeat(120));
    mkdirSync(deep);
    const unlock = await lockFolder(deep);
    await expect(lockFolder(deep)).rejects.toThrow('in use');
    unlock();
    (await lockFolder(deep))();
  });
});

/** The files and folders under a folder that other accounts of the machine can access. */
const notPrivate = (path: string): string[] =>
  ['.', ...readdirSync(path, { recursive: true, encoding: 'utf8' })].filter(
    (name) => (statSync(join(path, name)).mode & 0o077) !== 0,
  );

test('the data folder is private: new, in use, and when an older server left it accessible', async () => {
  const dataDir = join(folder, 'data');
  readConfig({ DATA_DIR: dataDir });
  const open = await openDatabase({ databaseUrl: undefined, dataDir });
  await sql`create table later (id int)`.execute(open.database);
  await sql`checkpoint`.execute(open.database);
  expect(notPrivate(dataDir)).toEqual([]);
  await open.close();

  for (const name of ['.', 'access-token.secret', 'postgres', 'postgres/base', 'postgres/PG_VERSION']) {
    chmodSync(join(dataDir, name), 0o777);
  }
  readConfig({ DATA_DIR: dataDir });
  const again = await openDatabase({ databaseUrl: undefined, dataDir });
  expect(notPrivate(dataDir)).toEqual([]);
  await again.close();
});
