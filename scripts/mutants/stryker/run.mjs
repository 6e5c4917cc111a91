// Runs Stryker on the area in MUTANTS. It is started with the Node.js of this folder's package.json (../runStryker.ts).
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInjector } from 'typed-inject';
import { Stryker } from '@stryker-mutator/core';
import { createInstrumenter } from '@stryker-mutator/instrumenter';

const { name: area, folders, minScore, sample, file: part } = JSON.parse(process.env.MUTANTS);

/** A changed text is rarely a defect. */
const mutator = { plugins: null, excludedMutations: ['StringLiteral', 'Regex'] };

/** The places of all mutants, in the order of the files, as patterns of `mutate`. */
async function placesOf(files) {
  const logger = { info() {}, debug() {}, warn() {}, isDebugEnabled: () => false };
  const contents = files.map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') }));
  const { mutants } = await createInjector()
    .provideValue('logger', logger)
    .injectFunction(createInstrumenter)
    .instrument(contents, { ignorers: [], ...mutator });
  return mutants
    .filter(({ status }) => status !== 'Ignored')
    .map(({ fileName: file, location: { start, end } }) => ({
      file,
      start: start.line * 1000 + start.column,
      end: end.line * 1000 + end.column,
      // Lines count from 0 here, and from 1 in a pattern.
      pattern: `${file}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`,
    }));
}

/**
 * About `count` mutants, evenly spread and the same at every run. A pattern includes the mutants inside its range, so that only places
 * without smaller ones inside are chosen: a sample has no removed blocks.
 */
function sampleOf(places, count) {
  const smallest = places.filter(
    (place) =>
      !places.some(
        ({ file, start, end, pattern }) =>
          file === place.file && place.start <= start && end <= place.end && pattern !== place.pattern,
      ),
  );
  const patterns = [...new Set(smallest.map(({ pattern }) => pattern))];
  const chosen = Math.min(patterns.length, Math.round((count * patterns.length) / smallest.length));
  return Array.from({ length: chosen }, (_, n) => patterns[Math.floor((n * patterns.length) / chosen)]);
}

const files = globSync(folders.map((folder) => `${folder}/**/*.ts`))
  .filter((file) => file.includes(part))
  .sort();

const stryker = new Stryker({
  mutate: sample === undefined ? files : sampleOf(await placesOf(files), sample),
  mutator,
  ignoreStatic: true,
  testRunner: 'vitest',
  plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
  vitest: { configFile: join('scripts', 'mutants', 'vitest.config.ts'), related: false },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 60,
  reporters: ['progress-append-only', 'clear-text', 'json'],
  jsonReporter: { fileName: join('test-results', 'mutants', `${area}.json`) },
  clearTextReporter: { allowColor: false, logTests: false, reportScoreTable: false },
  thresholds: { high: 100, low: minScore, break: minScore },
  tempDirName: '.cache/stryker',
  ignorePatterns: [
    '.cache/build-lock',
    'dist*',
    'data',
    'docs',
    'public/images',
    'test-results',
    'screenshots',
    'bench',
    'scripts/mutants/stryker/node_modules',
  ],
  allowConsoleColors: false,
  tsconfigFile: 'none',
});
const results = await stryker.runMutationTest();
const killed = results.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
const counted = results.filter(({ status }) => status !== 'Ignored').length;
console.log(`${area}: ${killed} of ${counted} killed, ${((100 * killed) / counted).toFixed(1)} %`);
process.exit(process.exitCode);
