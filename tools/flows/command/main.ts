#!/usr/bin/env node
import { run } from './run.ts';

/** The index of this script in the arguments: the arguments of a loader are before it. */
const scriptIndex = process.argv.findIndex((argument) => /(?:^|[\\/])(?:main\.[jt]s|flows)$/.test(argument));
const args = process.argv.slice(scriptIndex + 1);
const isVerbose = args.includes('--verbose') || process.env['DEBUG'] !== undefined;
const { error: printError } = console;
// What the loaded modules print is not part of the result.
for (const level of ['log', 'info', 'debug', 'warn', 'error'] as const)
  console[level] = isVerbose ? printError : () => {};
try {
  const { out, code } = await run(args, process.cwd());
  // Without this, the layout engine keeps the process running.
  process.stdout.write(out, () => process.exit(code));
} catch (error) {
  printError(isVerbose || !(error instanceof Error) ? error : error.message);
  process.exit(2);
}
