import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { InvalidRecording, readRecording, runsIn } from '../../tools/flows/recording.ts';
import { replay, reportInWords, UnknownMachine } from '../../tools/flows/replay.ts';
import { pathTestOf } from '../../tools/inspector/record/pathTest.ts';
import { replayOptions } from './replayOptions.ts';

/* `npm run flows:replay -- FILE`: replays a recording against the machines (docs/recording.md). */

const USAGE = `npm run flows:replay -- FILE [--test ACTOR [--out FILE]]
  Replays a recorded session and says where the machines go another way. --test also writes the path of an actor as a test.`;

/** The command cannot be done; the message says why. */
class Refusal extends Error {}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Refusal(`${file} cannot be read.`);
  }
}

/** The whole file or none of it: it is written beside its place first. */
function writeWhole(file: string, content: string): void {
  if (existsSync(file)) throw new Refusal(`There is a ${file} already: name another one with --out.`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, content);
  renameSync(`${file}.new`, file);
}

/** @returns the exit code: 0 when all is as recorded, 1 when something diverges. */
async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { test: { type: 'string' }, out: { type: 'string' } },
    allowPositionals: true,
  });
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) throw new Refusal(USAGE);
  const recording = readRecording(textOf(file));
  const runs = runsIn(recording);
  if (runs.length === 0) throw new Refusal('No machine runs in this recording.');
  const report = replay(runs, replayOptions);
  console.log(reportInWords(report));
  if (values.test !== undefined) {
    const source = pathTestOf(recording, values.test);
    if (source === null) {
      const actors = [...new Set(runs.map(({ path }) => path))].join(', ');
      throw new Refusal(`No machine of the name "${values.test}" runs in it; there are: ${actors}.`);
    }
    const out =
      values.out ?? join('test/paths/recorded', `${values.test.replaceAll(/[^\w-]/g, '-')}.test.ts`);
    writeWhole(out, await format(source, { ...(await resolveConfig(out)), parser: 'typescript' }));
    console.log(`The path of ${values.test} is the test ${out}.`);
  }
  return report.divergences.length === 0 ? 0 : 1;
}

/** Through a loader, this file's name stands among the arguments. */
const own = process.argv.findIndex((argument) => argument.endsWith('replayCommand.ts'));
process.exitCode = await run(process.argv.slice(own + 1)).catch((error: unknown) => {
  const isExplained =
    error instanceof Refusal ||
    error instanceof InvalidRecording ||
    error instanceof UnknownMachine ||
    (error instanceof TypeError && 'code' in error);
  console.error(isExplained ? error.message : error);
  return 2;
});
// The layout engine and the loader keep the process waiting otherwise.
process.stdout.write('', () => process.exit());
