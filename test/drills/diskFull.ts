import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, openSync, writeSync, closeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Drill } from './drill.ts';

/** With a full disk. */
const DURATION_MS = 4_000;
const SIZE = '256m';

const mount = (folder: string) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=1777`, 'tmpfs', folder]).status === 0;
const unmount = (folder: string): void => {
  execFileSync('umount', [folder]);
  rmdirSync(folder);
};

let disk = '';

/** Writes until the disk is full. */
function fill(file: string): void {
  const handle = openSync(file, 'w');
  const bytes = Buffer.alloc(1024 * 1024);
  for (let length = bytes.length; length >= 4096;) {
    try {
      writeSync(handle, bytes, 0, length);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      length /= 2;
    }
  }
  closeSync(handle);
}

export const diskFull: Drill = {
  name: 'disk full',
  skip() {
    if (process.getuid?.() !== 0) return 'only root can mount a small disk';
    const folder = mkdtempSync(join(tmpdir(), 'litrooms-disk-'));
    if (!mount(folder)) {
      rmdirSync(folder);
      return 'a small disk cannot be mounted on this machine';
    }
    unmount(folder);
    return null;
  },
  prepare() {
    disk = mkdtempSync(join(tmpdir(), 'litrooms-disk-'));
    mount(disk);
    return {
      options: { parent: disk, settings: { max_wal_size: '64MB', min_wal_size: '32MB' } },
      cleanUp: () => unmount(disk),
    };
  },
  async fail({ postgres, servers }) {
    const filler = join(disk, 'filler');
    fill(filler);
    await delay(DURATION_MS);
    const responses = await Promise.all(servers.map(({ url }) => fetch(`${url}/readyz`)));
    rmSync(filler);
    // PostgreSQL stops when there is no space for its write-ahead log.
    if (!postgres.isRunning()) await postgres.restart();
    return responses.flatMap(({ status }) =>
      status === 503 ? [] : [`/readyz answers ${status} with a full disk`],
    );
  },
};
