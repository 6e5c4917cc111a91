import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, openSync, writeSync, closeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Drill } from './drill.ts';

/** How long the disk stays full, in milliseconds. */
const FULL_MS = 4_000;
const SIZE = '256m';

const mount = (folder: string) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=1777`, 'tmpfs', folder]).status === 0;
const unmount = (folder: string): void => {
  execFileSync('umount', [folder]);
  rmdirSync(folder);
};

let disk = '';

/** Writes until nothing more fits. */
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

/** The disk of the database's data is full for a while. */
export const diskFull: Drill = {
  name: 'disk full',
  skip() {
    if (process.getuid?.() !== 0) return 'only root may mount a small disk';
    const folder = mkdtempSync(join(tmpdir(), 'litrooms-disk-'));
    if (!mount(folder)) {
      rmdirSync(folder);
      return 'no small disk can be mounted here';
    }
    unmount(folder);
    return null;
  },
  prepare() {
    disk = mkdtempSync(join(tmpdir(), 'litrooms-disk-'));
    mount(disk);
    return {
      options: { parent: disk, settings: { max_wal_size: '64MB', min_wal_size: '32MB' } },
      done: () => unmount(disk),
    };
  },
  async trouble({ postgres }) {
    const filler = join(disk, 'filler');
    fill(filler);
    await delay(FULL_MS);
    rmSync(filler);
    // It ends when it has no room for its log of changes.
    if (!postgres.isRunning()) await postgres.restart();
  },
};
