import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SetupError } from '../setupError.ts';

/**
 * When a process began, in the system's own clock ticks; '' where the system does not tell. Together with the number
 * it names a process for good: numbers come round again after a reboot, and a container's server is always number 1.
 */
function beginningOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function readLock(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function isHeld(content: string): boolean {
  const [pid, beginning] = content.split(' ') as [string, string?];
  return isAlive(Number(pid)) && (beginning ?? '') === beginningOf(Number(pid));
}

/**
 * Makes a folder this process's alone until the returned function is called. PGlite has no lock of its own: two openers
 * of one folder are both let in and silently lose each other's writes. The lock of a process that died is taken over.
 * Only processes of one machine keep each other out. Throws, naming the lock file, when a live process holds it.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'lock');
  for (;;) {
    try {
      writeFileSync(path, `${process.pid} ${beginningOf(process.pid)}`, { flag: 'wx' });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }

    let content = readLock(path);
    if (content === '') {
      // Created but not yet written, or cut short by a power failure: its writer gets a moment to finish.
      await delay(200);
      content = readLock(path);
    }
    if (content === null) continue;
    if (content !== '' && isHeld(content)) {
      throw new SetupError(
        `The data folder ${folder} is in use by process ${content.split(' ')[0]}. Stop that server first, ` +
          `or set DATA_DIR or DATABASE_URL. (If no such server runs, delete ${path}.)`,
      );
    }
    takeAway(path, content);
  }
}

/** Removes a stale lock, unless someone else has replaced it by a fresh one in the meantime. */
function takeAway(path: string, stale: string): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    if (readFileSync(aside, 'utf8') === stale) rmSync(aside);
    else renameSync(aside, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
