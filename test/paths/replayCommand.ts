import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { InvalidRecording, readRecording, runsIn } from '../../tools/flows/recording.ts';
import { replay, reportInWords, UnknownMachine } from '../../tools/flows/replay.ts';
import { pathTestOf } from '../../tools/inspector/record/pathTest.ts';
import { formatSource } from './formatSource.ts';
import { replayOptions } from './replayOptions.ts';

/* `npm run flows:replay -- FILE`: replays a recording against the machines (docs/recording.md). */

const USAGE = `npm run flows:replay -- FILE [--test ACTOR [--out FILE]]
  Replays a recorded session and reports where the machines behave differently. --test also writes the path of an actor as a test.`;

/** The message is printed without a stack trace. */
class CommandError extends Error {}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new CommandError(`${file} cannot be read.`);
  }
}

/** Writes a new file atomically: under a temporary name first. */
function writeWhole(file: string, content: string): void {
  if (existsSync(file)) throw new CommandError(`There is a ${file} already: name another one with --out.`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, content);
  renameSync(`${file}.new`, file);
}

/** @returns the exit code: 0 when the replay is as recorded, 1 when it diverges */
async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { test: { type: 'string' }, out: { type: 'string' } },
    allowPositionals: true,
  });
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) throw new CommandError(USAGE);
  const recording = readRecording(readText(file));
  const runs = runsIn(recording);
  if (runs.length === 0) throw new CommandError('No machine runs in this recording.');
  const report = replay(runs, replayOptions);
  console.log(reportInWords(report));
  if (values.test !== undefined) {
    const source = pathTestOf(recording, values.test);
    if (source === null) {
      const actors = [...new Set(runs.map(({ path }) => path))].join(', ');
      throw new CommandError(
        `No machine called "${values.test}" runs in the recording; there are: ${actors}.`,
      );
    }
    const out =
      values.out ?? join('test/paths/recorded', `${values.test.replaceAll(/[^\w-]/g, '-')}.test.ts`);
    writeWhole(out, await formatSource(source));
    console.log(`The path of ${values.test} is the test ${out}.`);
  }
  return report.divergences.length === 0 ? 0 : 1;
}

/** The loader passes this file's name among the arguments. */
const scriptIndex = process.argv.findIndex((argument) => argument.endsWith('replayCommand.ts'));
process.exitCode = await run(process.argv.slice(scriptIndex + 1)).catch((error: unknown) => {
  const isExplained =
    error instanceof CommandError ||
    error instanceof InvalidRecording ||
    error instanceof UnknownMachine ||
    (error instanceof TypeError && 'code' in error);
  console.error(isExplained ? error.message : error);
  return 2;
});
// The layout engine and the loader would keep the process running.
process.stdout.write('', () => process.exit());
