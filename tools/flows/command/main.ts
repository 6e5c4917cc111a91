#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { diffFiles } from './diff.ts';
import { Refusal } from './load.ts';
import { writeFolder } from './writeFolder.ts';

const USAGE = `flows diff [before] [after] --machines <module> [--out <folder>]
  What the machines do in another way in one revision than in another: by default, in the files as they are now than in main.`;

/** @returns the exit code: 0, or 2 for a command that cannot be done. */
async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { machines: { type: 'string', multiple: true }, out: { type: 'string' } },
    allowPositionals: true,
  });
  const [command, before = 'main', after, ...rest] = positionals;
  const modules = values.machines ?? [];
  if (command !== 'diff' || modules.length === 0 || rest.length > 0) throw new Refusal(USAGE);
  const files = await diffFiles({ project: process.cwd(), modules, before, after: after ?? null });
  const out = values.out ?? 'flows-diff';
  writeFolder(out, files);
  console.log(files.get('summary.md'));
  console.log(`${files.size - 1} pictures and summary.md are in ${out}/`);
  return 0;
}

/** Through a loader, this file's name stands among the arguments. */
const own = process.argv.findIndex((argument) => /(?:^|\/)(?:main\.[jt]s|flows)$/.test(argument));
const code = await run(process.argv.slice(own + 1)).catch((error: unknown) => {
  const isExplained = error instanceof Refusal || (error instanceof TypeError && 'code' in error);
  console.error(isExplained ? error.message : error);
  return 2;
});
// The layout engine keeps the process waiting otherwise.
process.exit(code);
