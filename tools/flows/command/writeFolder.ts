import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CommandError } from './commandError.ts';

type Files = ReadonlyMap<string, string>;

/** Replaces a folder of summaries and pictures by these files, all or none. */
export function writeFolder(folder: string, files: Files): void {
  const foreignFile = isFolder(folder)
    ? readdirSync(folder).find((name) => !/\.(?:svg|md)$/.test(name))
    : undefined;
  if (foreignFile !== undefined)
    throw new CommandError(
      `${folder} would be replaced, but it contains ${foreignFile}: name a separate folder.`,
    );
  writeToTemporaryFolder(folder, files, (written) => {
    rmSync(folder, { recursive: true, force: true });
    renameSync(written, folder);
  });
}

/** Adds these files to a folder after all of them are written. Files of the same names are replaced; all others are kept. */
export function addToFolder(folder: string, files: Files): void {
  const inTheWay = isFolder(folder) && [...files.keys()].find((name) => isFolder(join(folder, name), true));
  if (inTheWay) throw new CommandError(`${join(folder, inTheWay)} is a folder.`);
  writeToTemporaryFolder(folder, files, (written) => {
    mkdirSync(folder, { recursive: true });
    for (const name of files.keys()) renameSync(join(written, name), join(folder, name));
  });
}

function isFolder(path: string, mayBeFile = false): boolean {
  const isThere = statSync(path, { throwIfNoEntry: false })?.isDirectory();
  if (isThere === false && !mayBeFile) throw new CommandError(`${path} is not a folder.`);
  return isThere === true;
}

function writeToTemporaryFolder(target: string, files: Files, moveFiles: (written: string) => void): void {
  mkdirSync(dirname(target), { recursive: true });
  const written = mkdtempSync(join(dirname(target), `.${basename(target)}-`));
  try {
    for (const [name, content] of files) writeFileSync(join(written, name), content);
    moveFiles(written);
  } finally {
    rmSync(written, { recursive: true, force: true });
  }
}
