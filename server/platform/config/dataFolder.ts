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

/** Files of the server and of the commands are readable only by their user. */
export const PRIVATE_UMASK = 0o077;

const GROUP_AND_OTHERS = 0o077;
const STICKY_BIT = 0o1000;

/**
 * Creates a folder that only this account can use, or removes other accounts' rights to an existing one. A shared folder (the
 * system's temporary folder) and a folder of another account keep their rights; the files in it are private nevertheless.
 */
export function makePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    let ancestor = resolve(folder);
    while (!existsSync(ancestor)) ancestor = dirname(ancestor);
    accessSync(ancestor, constants.W_OK); // Node reports ENOENT even when the parent folder is not writable.
    throw error;
  }
  const { mode, uid } = statSync(folder);
  if ((mode & GROUP_AND_OTHERS) !== 0 && (mode & STICKY_BIT) === 0 && uid === process.getuid?.())
    chmodSync(folder, 0o700);
}

/** Removes other accounts' rights to a file, or to a folder with everything in it. */
export function makePrivate(path: string): void {
  const entry = lstatSync(path);
  if (entry.isSymbolicLink()) return;
  if ((entry.mode & GROUP_AND_OTHERS) !== 0) chmodSync(path, entry.mode & 0o700);
  if (entry.isDirectory()) for (const name of readdirSync(path)) makePrivate(join(path, name));
}

const diskFullMessage = (folder: string): string =>
  `The disk of the data folder ${folder} is full. Free about 100 MB on it, or set DATA_DIR to a folder on another disk, ` +
  'or DATABASE_URL to a PostgreSQL.';
const readOnlyMessage = (folder: string): string =>
  `The data folder ${folder} cannot be written to. Give the account of the server the right to write there, or set ` +
  'DATA_DIR to a folder that it can write to.';
const notAFolderMessage = (folder: string): string =>
  `The data folder ${folder} cannot be created, because something in its path is not a folder. Set DATA_DIR to another one.`;

/** By the operating system's error codes, and PostgreSQL's code for a full disk. */
const messagesByCode: Record<string, (folder: string) => string> = {
  ENOSPC: diskFullMessage,
  EDQUOT: diskFullMessage,
  '53100': diskFullMessage,
  EROFS: readOnlyMessage,
  EACCES: readOnlyMessage,
  EPERM: readOnlyMessage,
  ENOTDIR: notAFolderMessage,
  EEXIST: notAFolderMessage,
};

/** Returns a `SetupError` with the remedy for an unusable data folder, and any other error unchanged. */
export function explainFolderError(folder: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const messageOf = messagesByCode[code];
  return messageOf === undefined ? error : new SetupError(messageOf(folder));
}
