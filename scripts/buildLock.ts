import { mkdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { FolderInUse, lockFolder } from '../server/platform/database/connection/lockFolder.ts';
import { SetupError } from '../server/platform/config/setupError.ts';

const RETRY_MS = 200;

/** Resolves when this process has the lock. `waited`: another process had it before. */
async function lock(folder: string): Promise<{ waited: boolean; unlock: () => void }> {
  for (let waited = false; ; waited = true) {
    try {
      return { waited, unlock: await lockFolder(folder) };
    } catch (error) {
      if (error instanceof FolderInUse) {
        if (!waited) console.log('Another process builds in this checkout; waiting for it …');
        await delay(RETRY_MS);
      } else if (error instanceof SetupError) {
        // The file system has no sockets: such a checkout has no lock.
        return { waited: false, unlock: () => {} };
      } else throw error;
    }
  }
}

/**
 * Runs `build` while no other process builds. A process that had to wait does not build again what the other one has built.
 * `folder` contains only the lock, which ends with its process. Resolves to whether this process has built.
 */
export async function buildAlone(
  folder: string,
  { isFresh, build }: { isFresh: () => boolean; build: () => Promise<void> },
): Promise<boolean> {
  mkdirSync(folder, { recursive: true });
  const { waited, unlock } = await lock(folder);
  try {
    if (waited && isFresh()) return false;
    await build();
    return true;
  } finally {
    unlock();
  }
}
