#!/usr/bin/env node
import { CommandError } from './commandError.ts';
import { run } from './run.ts';

/** The index of this script in the arguments: the arguments of a loader are before it. */
const scriptIndex = process.argv.findIndex((argument) => /(?:^|\/)(?:main\.[jt]s|flows)$/.test(argument));
try {
  const { out, code } = await run(process.argv.slice(scriptIndex + 1), process.cwd());
  // Without this, the layout engine keeps the process running.
  process.stdout.write(out, () => process.exit(code));
} catch (error) {
  // Errors of the file system have a message for users.
  const isExplained = error instanceof CommandError || (error instanceof Error && 'syscall' in error);
  console.error(isExplained ? error.message : error);
  process.exit(2);
}
