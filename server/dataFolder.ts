import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SetupError } from './setupError.ts';

const OTHERS = 0o077;
const STICKY = 0o1000;

/**
 * Creates a private folder, or removes other accounts' rights to an existing one. A shared folder (the system's
 * temporary one) or somebody else's folder is left alone; the files in it are private by themselves.
 */
export function makePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    let above = resolve(folder);
    while (!existsSync(above)) above = dirname(above);
    accessSync(above, constants.W_OK); // Node reports ENOENT even when the parent folder is not writable.
    throw error;
  }
  const { mode, uid } = statSync(folder);
  if ((mode & OTHERS) !== 0 && (mode & STICKY) === 0 && uid === process.getuid?.()) chmodSync(folder, 0o700);
}

/** Removes other accounts' rights to a file, or to a folder with everything in it. */
export function makePrivate(path: string): void {
  const entry = lstatSync(path);
  if (entry.isSymbolicLink()) return;
  if ((entry.mode & OTHERS) !== 0) chmodSync(path, entry.mode & 0o700);
  if (entry.isDirectory()) for (const name of readdirSync(path)) makePrivate(join(path, name));
}

const full = (folder: string): string =>
  `The disk of the data folder ${folder} is full. Free about 100 MB on it, or set DATA_DIR to a folder on another disk, ` +
  'or DATABASE_URL to a PostgreSQL.';
const readOnly = (folder: string): string =>
  `The data folder ${folder} cannot be written to. Give the account of the server the right to write there, or set ` +
  'DATA_DIR to a folder that it can write to.';
const noFolder = (folder: string): string =>
  `The data folder ${folder} cannot be made, because something in its path is not a folder. Set DATA_DIR to another one.`;

/** Keyed by the operating system's error codes and PostgreSQL's code for a full disk. */
const explanations: Record<string, (folder: string) => string> = {
  ENOSPC: full,
  EDQUOT: full,
  '53100': full,
  EROFS: readOnly,
  EACCES: readOnly,
  EPERM: readOnly,
  ENOTDIR: noFolder,
  EEXIST: noFolder,
};

/** A `SetupError` with the remedy for an unusable data folder; any other error is returned unchanged. */
export function explainFolderError(folder: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const explain = explanations[code];
  return explain === undefined ? error : new SetupError(explain(folder));
}
