import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The longest socket path on macOS, in bytes; Linux allows four more. */
const LONGEST_PATH = 103;

/**
 * Runs `use` with a path of the folder that leaves room for a socket's name: its own path, or a symbolic link in the
 * temporary folder.
 */
export async function withShortPath<T>(folder: string, use: (folder: string) => Promise<T>): Promise<T> {
  if (Buffer.byteLength(join(folder, randomUUID())) <= LONGEST_PATH) return use(folder);
  const temporary = mkdtempSync(join(tmpdir(), 'lock-'));
  try {
    const link = join(temporary, 'f');
    symlinkSync(folder, link);
    return await use(link);
  } finally {
    rmSync(temporary, { recursive: true });
  }
}
