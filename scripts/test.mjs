// @ts-check
// `npm test`: everything that must hold, in one go; `npm test -- unit` (or check, api, browser) does a part of it.
// Every step is run even when one before it failed: one run shows all failures.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findBrowser } from './browser.mjs';
import { buildIfStale } from './build.mjs';
import { findPostgres } from './postgres.mjs';

process.chdir(join(import.meta.dirname, '..'));

const parts = ['check', 'unit', 'api', 'browser'];
const asked = process.argv.slice(2);
const unknown = asked.filter((part) => !parts.includes(part));
if (unknown.length > 0) {
  console.error(`There is no part "${unknown.join(' ')}" of the tests; there are: ${parts.join(', ')}.`);
  process.exit(2);
}
const wants = (/** @type {string} */ part) => asked.length === 0 || asked.includes(part);

/** Reports for counting; Playwright empties its own folder, which therefore is another one. */
const reports = join('test-results', 'reports');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

/** @type {{name: string, seconds: number, ok: boolean, passed: number, failed: number, skipped: number}[]} */
const steps = [];
/** @type {[string, string][]} what the tests ran on */
const used = [];
/** @type {string[]} the tests that failed, each with the first lines of what it says */
const failures = [];

/** @typedef {{passed: number, failed: number, skipped: number}} Counts */

/**
 * Does one step and notes how it went; a step that failed without counting a failed test is counted as one itself.
 * @param {string} name
 * @param {() => Promise<Partial<Counts> & {ok: boolean}> | void} work throws when it fails
 */
async function note(name, work) {
  const began = performance.now();
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const summary = { name, seconds: 0, ok: false, ...counts };
  steps.push(summary);
  let ok = true;
  try {
    const result = await work();
    if (result !== undefined) ({ ok } = Object.assign(counts, result));
  } catch (error) {
    console.error(error);
    ok = false;
  }
  if (!ok && counts.failed === 0) counts.failed = 1;
  Object.assign(summary, { seconds: (performance.now() - began) / 1000, ...counts, ok });
}

/**
 * A step whose output is printed as it comes.
 * @param {string} name
 * @param {() => Promise<Partial<Counts> & {ok: boolean}> | void} work
 */
const step = (name, work) => {
  console.log(`\n── ${name} ──`);
  return note(name, work);
};

/** @param {string} name @returns {string} a program of node_modules */
const installed = (name) => join('node_modules', '.bin', name);

/**
 * @param {string} program
 * @param {string[]} args
 * @param {object} [options]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {number | 'inherit'} [options.output] where its output goes
 * @returns {Promise<{ok: boolean}>}
 */
function run(program, args, { env = process.env, output = 'inherit' } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env,
      stdio: ['ignore', output, output],
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve({ ok: code === 0 }));
  });
}

/**
 * A step beside others: its output is printed in one piece when it is done.
 * @param {string} name
 * @param {(output: number) => Promise<Partial<Counts> & {ok: boolean}>} work gets the file for its output
 */
const stepBeside = (name, work) =>
  note(name, async () => {
    const file = join(reports, `${name.replaceAll(' ', '-')}.log`);
    const output = openSync(file, 'w');
    try {
      return await work(output);
    } finally {
      closeSync(output);
      console.log(`\n── ${name} ──\n${readFileSync(file, 'utf8')}`);
    }
  });

/** @param {number} output @param {string} name of a file in scripts/ @param {string[]} args */
const runScript = (output, name, ...args) =>
  run(process.execPath, [join(import.meta.dirname, `${name}.mjs`), ...args], { output });

/** @param {string} file @returns {any} */
function readReport(file) {
  if (!existsSync(file)) throw new Error('The test runner left no report.');
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * Keeps a failed test for the summary: its report may be thousands of lines before the end of the output.
 * @param {string} title
 * @param {string} [message]
 */
function keepFailure(title, message = 'no message') {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '');
  failures.push([title, ...lines.slice(0, 6).map((line) => `    ${line.slice(0, 200)}`)].join('\n'));
}

/** @typedef {{name: string, message: string, assertionResults: {fullName: string, status: string, failureMessages: string[]}[]}} VitestFile */

/** @param {VitestFile[]} files of vitest's report */
function keepVitestFailures(files) {
  for (const { name, message, assertionResults } of files) {
    const file = relative(process.cwd(), name);
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    for (const { fullName, failureMessages } of failed)
      keepFailure(`${file}: ${fullName}`, failureMessages[0]);
    if (failed.length === 0 && message !== '') keepFailure(file, message);
  }
}

/** @typedef {{status: string, results: {errors: {message?: string}[]}[]}} BrowserTest */
/** @typedef {{suites?: BrowserSuite[], specs?: {file: string, line: number, title: string, tests: BrowserTest[]}[]}} BrowserSuite */

/** @param {BrowserSuite} suite of Playwright's report */
function keepBrowserFailures({ suites = [], specs = [] }) {
  suites.forEach(keepBrowserFailures);
  for (const { file, line, title, tests } of specs) {
    const failed = tests.find(({ status }) => status === 'unexpected' || status === 'flaky');
    // The first error of a test that took too long says only that; the second says what it waited for.
    const messages = failed?.results[0]?.errors.map(({ message = '' }) => message);
    if (failed) keepFailure(`${file}:${line}: ${title}`, messages?.join('\n'));
  }
}

/**
 * @param {string} part
 * @param {import('./testFolders.mjs').Kind} kind which folders of test/
 * @param {number} output where its output goes
 */
async function runVitest(part, kind, output) {
  const report = join(reports, `${part}.json`);
  const args = [
    'run',
    `--project=${kind}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const { ok } = await run(installed('vitest'), args, { output });
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = readReport(report);
  keepVitestFailures(testResults);
  return { ok, passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
}

async function runPlaywright() {
  const report = join(reports, 'browser.json');
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const reporters = ['list', 'json', join('.', 'test', 'browser', 'paths', 'coverageReporter.ts')];
  const { ok } = await run(installed('playwright'), ['test', `--reporter=${reporters.join(',')}`], { env });
  const { stats, suites } = readReport(report);
  keepBrowserFailures({ suites });
  const { expected, unexpected, flaky, skipped } = stats;
  return { ok, passed: expected, failed: unexpected + flaky, skipped };
}

if (wants('api')) {
  // Fetched here if it must be: two test files doing so at once would get in each other's way.
  await step('PostgreSQL', () => {
    const pglite = JSON.parse(readFileSync('node_modules/@electric-sql/pglite/package.json', 'utf8'));
    used.push(['Database', `PGlite ${pglite.version}, embedded`]);
    used.push(['Database', findPostgres().describe]);
  });
}

if (wants('api') || wants('browser')) {
  // Both run the built server, and only one of them may build it.
  await step('build', () => {
    if (!buildIfStale()) console.log('The build is up to date.');
  });
}

async function runChecks() {
  // One thread: several check the types that they share again, which takes twice the processor time.
  await stepBeside('types', (output) => run(installed('tsc'), ['--singleThreaded'], { output }));
  await stepBeside('lint', (output) => run(installed('oxlint'), [], { output }));
  await stepBeside('format', (output) =>
    run(installed('prettier'), ['--check', '--log-level', 'warn', '.'], { output }),
  );
}

async function runUnitTests() {
  await stepBeside('unit tests', (output) => runVitest('unit', 'quick', output));
  // Always the same ones, spread over all machines.
  await stepBeside('mutants', (output) =>
    runScript(output, 'mutants', 'machines', '--sample', '60', '--trusted'),
  );
}

async function runChecksAndUnitTests() {
  if (wants('check')) await runChecks();
  if (wants('unit')) await runUnitTests();
}

async function runBrowserTests() {
  await stepBeside('size', (output) => runScript(output, 'size'));
  // The longest part: its lines are printed as they come.
  await step('walks in the browser', async () => {
    used.push(['Browser', (await findBrowser({ prefersShell: true })).describe]);
    return runPlaywright();
  });
}

// All at once: most of them wait for processes, disks, limits and pages, and together they keep every core busy.
await Promise.all([
  wants('api') && stepBeside('API tests', (output) => runVitest('api', 'server', output)),
  wants('api') && stepBeside('races', (output) => runVitest('races', 'race', output)),
  wants('browser') && runBrowserTests(),
  runChecksAndUnitTests(),
]);

console.log('\n── summary ──');
for (const { name, seconds, ok, passed, failed, skipped } of steps) {
  const counts =
    passed + failed + skipped === 0 ? '' : `${passed} passed, ${failed} failed, ${skipped} skipped`;
  console.log(
    `${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(22)} ${seconds.toFixed(1).padStart(6)} s  ${counts}`,
  );
}
for (const failure of failures) console.log(`\nFAILED  ${failure}`);
for (const [what, which] of used) console.log(`${what}: ${which}`);

const total = (/** @type {'passed' | 'failed'} */ count) =>
  steps.reduce((sum, result) => sum + result[count], 0);
console.log(`${total('passed')} passed, ${total('failed')} failed`);
process.exit(steps.every((result) => result.ok) ? 0 : 1);
