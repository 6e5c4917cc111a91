import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Write unit of a disk in bytes. A PostgreSQL page has two blocks and can therefore be torn. */
const BLOCK = 4096;

interface Cut {
  /** The server's folder without the power cut. */
  readonly folder: string;
  /** Written by `powerCut.cjs`. */
  readonly record: string;
  /** Decides for each unsynced block whether the disk has written it. */
  readonly survives: () => boolean;
}

/**
 * Creates in `target` the state of a folder after a power cut: names and contents at their last fsync. Blocks of a synced
 * file that were written later may be present or absent, in any combination.
 */
export function afterPowerCut({ folder, record, survives }: Cut, target: string): void {
  const idOf = (path: string): string => {
    const { ino, birthtimeNs } = statSync(path, { bigint: true });
    return `${ino}-${birthtimeNs}`;
  };

  function copyFile(id: string, current: string, to: string): void {
    const synced = join(record, id);
    if (!existsSync(synced)) {
      writeFileSync(to, '');
      return;
    }
    copyFileSync(synced, to);
    if (!existsSync(current) || idOf(current) !== id) return;
    const before = readFileSync(synced);
    const now = readFileSync(current);
    const after = Buffer.from(before);
    for (let at = 0; at < Math.min(before.length, now.length); at += BLOCK) {
      const block = now.subarray(at, Math.min(at + BLOCK, before.length));
      if (!block.equals(before.subarray(at, at + block.length)) && survives()) block.copy(after, at);
    }
    writeFileSync(to, after);
  }

  function copyFolder(id: string, current: string, to: string): void {
    mkdirSync(to, { mode: 0o700 });
    const synced = join(record, `${id}.entries`);
    if (!existsSync(synced)) return;
    for (const [name, entry, kind] of JSON.parse(readFileSync(synced, 'utf8')) as [
      string,
      string,
      string,
    ][]) {
      const copy = kind === 'folder' ? copyFolder : copyFile;
      copy(entry, join(current, name), join(to, name));
    }
  }

  copyFolder(idOf(folder), folder, target);
}
