import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** On macOS; Linux allows four more. */
const MAX_SOCKET_PATH_BYTES = 103;

/**
 * Calls `use` with a path of the folder that is short enough for a socket in it: the path itself, or a symbolic link in the
 * temporary folder, which is removed afterwards.
 */
export async function withShortPath<T>(folder: string, use: (folder: string) => Promise<T>): Promise<T> {
  if (Buffer.byteLength(join(folder, randomUUID())) <= MAX_SOCKET_PATH_BYTES) return use(folder);
  const temporary = mkdtempSync(join(tmpdir(), 'lock-'));
  try {
    const link = join(temporary, 'f');
    symlinkSync(folder, link);
    return await use(link);
  } finally {
    rmSync(temporary, { recursive: true });
  }
}
