import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { explainFolderError, makePrivate, makePrivateFolder } from './dataFolder.ts';

/**
 * A secret of 256 random bits. The first call creates the secret and stores it in a file that only the file's owner can
 * read. The file is created atomically, so two processes that start at the same time read the same secret. Throws a
 * `SetupError` when the folder is not writable.
 */
export function loadOrCreateSecret(path: string): string {
  if (existsSync(path)) {
    makePrivate(path);
    return readFileSync(path, 'utf8');
  }
  const folder = dirname(path);
  const draft = `${path}.${randomUUID()}`;
  try {
    makePrivateFolder(folder);
    writeFileSync(draft, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600, flush: true });
    linkSync(draft, path);
  } catch (error) {
    if (!existsSync(path)) throw explainFolderError(folder, error);
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(path, 'utf8');
}
