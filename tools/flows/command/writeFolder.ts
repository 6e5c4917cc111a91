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
import { Refusal } from './refusal.ts';

type Files = ReadonlyMap<string, string>;

/** Replaces a folder of summaries and pictures by these files, all or none: they are written beside it first. */
export function writeFolder(folder: string, files: Files): void {
  const target = resolve(folder);
  refuseUnlessFolder(target);
  const other = existsSync(target)
    ? readdirSync(target).find((name) => !/\.(?:svg|md)$/.test(name))
    : undefined;
  if (other !== undefined)
    throw new Refusal(`${folder} would be replaced, and ${other} is in it: name a folder of its own.`);
  beside(target, files, (written) => {
    rmSync(target, { recursive: true, force: true });
    renameSync(written, target);
  });
}

/** Adds these files to a folder, when all of them are written; those of the same names are replaced, others stay. */
export function addToFolder(folder: string, files: Files): void {
  const target = resolve(folder);
  refuseUnlessFolder(target);
  for (const name of files.keys()) {
    const there = statSync(join(target, name), { throwIfNoEntry: false });
    if (there?.isDirectory() === true) throw new Refusal(`${join(folder, name)} is a folder.`);
  }
  beside(target, files, (written) => {
    mkdirSync(target, { recursive: true });
    for (const name of files.keys()) renameSync(join(written, name), join(target, name));
  });
}

function refuseUnlessFolder(target: string): void {
  if (statSync(target, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new Refusal(`${target} is no folder.`);
}

function beside(target: string, files: Files, place: (written: string) => void): void {
  mkdirSync(dirname(target), { recursive: true });
  const written = mkdtempSync(join(dirname(target), `.${basename(target)}-`));
  try {
    for (const [name, content] of files) writeFileSync(join(written, name), content);
    place(written);
  } finally {
    rmSync(written, { recursive: true, force: true });
  }
}
