import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { CommandError } from './commandError.ts';

type Files = ReadonlyMap<string, string>;

/** Replaces a folder of summaries and pictures by these files, all or none: they are written to a temporary folder first. */
export function writeFolder(folder: string, files: Files): void {
  const target = resolve(folder);
  requireFolder(target);
  const foreignFile = existsSync(target)
    ? readdirSync(target).find((name) => !/\.(?:svg|md)$/.test(name))
    : undefined;
  if (foreignFile !== undefined)
    throw new CommandError(
      `${folder} would be replaced, but it contains ${foreignFile}: name a separate folder.`,
    );
  writeToTemporaryFolder(target, files, (written) => {
    rmSync(target, { recursive: true, force: true });
    renameSync(written, target);
  });
}

/** Adds these files to a folder after all of them are written. Files of the same names are replaced; all others are kept. */
export function addToFolder(folder: string, files: Files): void {
  const target = resolve(folder);
  requireFolder(target);
  for (const name of files.keys()) {
    const there = statSync(join(target, name), { throwIfNoEntry: false });
    if (there?.isDirectory() === true) throw new CommandError(`${join(folder, name)} is a folder.`);
  }
  writeToTemporaryFolder(target, files, (written) => {
    mkdirSync(target, { recursive: true });
    for (const name of files.keys()) renameSync(join(written, name), join(target, name));
  });
}

function requireFolder(target: string): void {
  if (statSync(target, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new CommandError(`${target} is not a folder.`);
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
