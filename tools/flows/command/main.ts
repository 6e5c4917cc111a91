#!/usr/bin/env node
import { Refusal } from './refusal.ts';
import { run } from './run.ts';

/** Through a loader, this file's name stands among the arguments. */
const own = process.argv.findIndex((argument) => /(?:^|\/)(?:main\.[jt]s|flows)$/.test(argument));
try {
  const { out, code } = await run(process.argv.slice(own + 1), process.cwd());
  // The layout engine keeps the process waiting otherwise.
  process.stdout.write(out, () => process.exit(code));
} catch (error) {
  // What the file system refuses, it explains itself.
  const isExplained = error instanceof Refusal || (error instanceof Error && 'syscall' in error);
  console.error(isExplained ? error.message : error);
  process.exit(2);
}
