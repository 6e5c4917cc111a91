// `npm test`: all checks, and tests that prove every promise once; `npm run test:full` also runs the longer ones (test/README.md).
// `npm test -- unit` (or check, api, browser) runs one part. Every step runs even if an earlier one has failed, so that one run shows
// all failures.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { findBrowser } from './browser.ts';
import { buildIfStale } from './build.mjs';
import { findPostgres } from './postgres.ts';
import type { Kind } from './testFolders.ts';

const parts = ['check', 'unit', 'api', 'browser'];
const { values, positionals: requestedParts } = parseArgs({
  args: process.argv.slice(3),
  options: { full: { type: 'boolean', default: false } },
  allowPositionals: true,
});
/** The environment of all steps (test/fullRun.ts). */
const env = { ...process.env, FULL_TESTS: values.full ? '1' : '' };
const unknown = requestedParts.filter((part) => !parts.includes(part));
if (unknown.length > 0) {
  console.error(`There is no part "${unknown.join(' ')}" of the tests; there are: ${parts.join(', ')}.`);
  process.exit(2);
}
const isRequested = (part: string) => requestedParts.length === 0 || requestedParts.includes(part);

/** The folder of the test reports. Playwright empties its output folder, so that folder is a different one. */
const reports = join('test-results', 'reports');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const steps: {
  name: string;
  seconds: number;
  processorSeconds: number;
  ok: boolean;
  passed: number;
  failed: number;
  skipped: number;
}[] = [];
/** the databases and browsers of the tests */
const testEnvironment: [string, string][] = [];
/** the failed tests, each with the first lines of its message */
const failures: string[] = [];

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}
type Result = Partial<Counts> & { ok: boolean; processorSeconds: number };

/**
 * Runs one step and records its result. A step that fails without a failed test counts as one failed test.
 * @param work throws when it fails
 */
async function recordStep(name: string, work: () => Promise<Result> | void) {
  const began = performance.now();
  const summary = { name, seconds: 0, processorSeconds: 0, ok: false, passed: 0, failed: 0, skipped: 0 };
  steps.push(summary);
  try {
    Object.assign(summary, (await work()) ?? { ok: true });
  } catch (error) {
    console.error(error);
  }
  if (!summary.ok && summary.failed === 0) summary.failed = 1;
  summary.seconds = (performance.now() - began) / 1000;
}

/** A step whose output is printed immediately. */
const step = (name: string, work: () => Promise<Result> | void) => {
  console.log(`\n── ${name} ──`);
  return recordStep(name, work);
};

/** @returns the path of a program in node_modules */
const binary = (name: string): string => join('node_modules', '.bin', name);

/**
 * Runs the program of its arguments, and writes its processor time to the third descriptor. The shell counts the processes that their
 * parents waited for, so most of a browser's are missing.
 */
const TIMED = '"$@"; code=$?; times >&3; exit $code';

/** The seconds of user and system time in the output of the shell's `times`: its second line is about the children. */
const secondsIn = (output: string) =>
  [...(output.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );

function run(
  program: string,
  args: string[],
  {
    added = {},
    output = 'inherit',
  }: {
    /** environment variables */
    added?: NodeJS.ProcessEnv;
    /** the file descriptor for its output */
    output?: number | 'inherit';
  } = {},
): Promise<{ ok: boolean; processorSeconds: number }> {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', TIMED, 'sh', program, ...args], {
      env: { ...env, ...added },
      stdio: ['ignore', output, output, 'pipe'],
    });
    let times = '';
    child.stdio[3]?.on('data', (data: Buffer) => (times += data.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ ok: code === 0, processorSeconds: secondsIn(times) }));
  });
}

/**
 * A step that runs in parallel with others: its output is printed in one piece at the end.
 * @param work receives the file descriptor for its output
 */
const parallelStep = (name: string, work: (output: number) => Promise<Result>) =>
  recordStep(name, async () => {
    const file = join(reports, `${name.replaceAll(' ', '-')}.log`);
    const output = openSync(file, 'w');
    try {
      return await work(output);
    } finally {
      closeSync(output);
      console.log(`\n── ${name} ──\n${readFileSync(file, 'utf8')}`);
    }
  });

/** @param name of a file in scripts/ */
const runScript = (output: number, name: string, ...args: string[]) =>
  run(process.execPath, [join(import.meta.dirname, 'from-source.mjs'), `scripts/${name}.ts`, ...args], {
    output,
  });

const runMutants = (output: number, area: string, sample: string) =>
  run(
    process.execPath,
    [join(import.meta.dirname, 'from-source.mjs'), 'scripts/mutants/command.ts', area, '--sample', sample],
    { output },
  );

function readReport(file: string): unknown {
  if (!existsSync(file)) throw new Error('The test runner left no report.');
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Records a failed test for the summary: its report may be thousands of lines above the end of the output. */
function recordFailure(title: string, message: string = 'no message') {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '');
  failures.push([title, ...lines.slice(0, 12).map((line) => `    ${line.slice(0, 200)}`)].join('\n'));
}

interface VitestFile {
  name: string;
  message: string;
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
}

/** @param files of vitest's report */
function recordVitestFailures(files: VitestFile[]) {
  for (const { name, message, assertionResults } of files) {
    const file = relative(process.cwd(), name);
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    for (const { fullName, failureMessages } of failed)
      recordFailure(`${file}: ${fullName}`, failureMessages[0]);
    if (failed.length === 0 && message !== '') recordFailure(file, message);
  }
}

type VitestReport = Record<
  'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numTodoTests',
  number
> & { testResults: VitestFile[] };

interface BrowserTest {
  status: string;
  results: { errors: { message?: string }[] }[];
}
interface BrowserSuite {
  suites?: BrowserSuite[];
  specs?: { file: string; line: number; title: string; tests: BrowserTest[] }[];
}

interface BrowserReport {
  suites: BrowserSuite[];
  stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>;
}

/** @param suite of Playwright's report */
function recordBrowserFailures({ suites = [], specs = [] }: BrowserSuite) {
  suites.forEach(recordBrowserFailures);
  for (const { file, line, title, tests } of specs) {
    const failed = tests.find(({ status }) => status === 'unexpected' || status === 'flaky');
    // After a timeout the first error contains only the timeout; the second one contains the awaited condition.
    const messages = failed?.results[0]?.errors.map(({ message = '' }) => message);
    if (failed) recordFailure(`${file}:${line}: ${title}`, messages?.join('\n'));
  }
}

/**
 * @param kind the kind of test folders
 * @param output the file descriptor for its output
 */
async function runVitest(part: string, kind: Kind, output: number) {
  const report = join(reports, `${part}.json`);
  const args = [
    'run',
    `--project=${kind}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const { ok, processorSeconds } = await run(binary('vitest'), args, { output });
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = readReport(
    report,
  ) as VitestReport;
  recordVitestFailures(testResults);
  return {
    ok,
    processorSeconds,
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
  };
}

async function runPlaywright() {
  const report = join(reports, 'browser.json');
  const added = { PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const reporters = [
    'list',
    'json',
    join('.', 'test', 'browser', 'paths', 'longPaths', 'coverageReporter.ts'),
  ];
  const args = ['test', `--reporter=${reporters.join(',')}`];
  const { ok, processorSeconds } = await run(binary('playwright'), args, { added });
  const { stats, suites } = readReport(report) as BrowserReport;
  recordBrowserFailures({ suites });
  const { expected, unexpected, flaky, skipped } = stats;
  return { ok, processorSeconds, passed: expected, failed: unexpected + flaky, skipped };
}

// The checks start before the build, which alone does not keep two cores busy.
const checks = isRequested('check') ? runChecks() : undefined;

if (isRequested('api')) {
  // A missing PostgreSQL is downloaded here: two test files that download it at the same time would conflict.
  await step('PostgreSQL', () => {
    const pglite = JSON.parse(readFileSync('node_modules/@electric-sql/pglite/package.json', 'utf8')) as {
      version: string;
    };
    testEnvironment.push(['Database', `PGlite ${pglite.version}, embedded`]);
    testEnvironment.push(['Database', findPostgres().describe]);
  });
}

if (isRequested('api') || isRequested('browser')) {
  // Both parts run the built server: building it here avoids two builds at the same time.
  await step('build', () => {
    if (!buildIfStale()) console.log('The build is up to date.');
  });
}

async function runChecks() {
  // One thread: several threads check shared types again, which takes twice the processor time.
  await parallelStep('types', (output) => run(binary('tsc'), ['--singleThreaded'], { output }));
  await parallelStep('lint', (output) => run(binary('oxlint'), [], { output }));
  await parallelStep('format', (output) => run(binary('oxfmt'), ['--check'], { output }));
}

async function runUnitTests() {
  await parallelStep('unit tests', (output) => runVitest('unit', 'quick', output));
  // The samples are the same at every run, and are spread over all files.
  if (values.full) {
    await parallelStep('mutants of machines', (output) => runMutants(output, 'machines', '60'));
    await parallelStep('mutants of domain', (output) => runMutants(output, 'domain', '100'));
  }
}

async function runChecksAndUnitTests() {
  await checks;
  if (isRequested('unit')) await runUnitTests();
}

async function runBrowserTests() {
  await parallelStep('size', (output) => runScript(output, 'size'));
  // The longest part: its output is printed immediately.
  await step('browser tests', async () => {
    testEnvironment.push(['Browser', (await findBrowser({ prefersHeadlessShell: true })).describe]);
    return runPlaywright();
  });
}

async function runChecksUnitAndApiTests() {
  await runChecksAndUnitTests();
  if (isRequested('api')) await parallelStep('API tests', (output) => runVitest('api', 'server', output));
}

// Few processes at a time, because more of them take more processor time. The races mostly wait for the disk.
await Promise.all([
  isRequested('browser') && runBrowserTests(),
  runChecksUnitAndApiTests(),
  isRequested('api') && parallelStep('races', (output) => runVitest('races', 'race', output)),
]);

if (values.full && isRequested('api')) {
  await parallelStep('races of processes', (output) => runScript(output, 'races'));
  await parallelStep('drills', (output) => runScript(output, 'drills', '1'));
  await parallelStep('faults', (output) => runScript(output, 'faults', '--runs', '1000'));
}

console.log('\n── summary ──');
for (const { name, seconds, processorSeconds, ok, passed, failed, skipped } of steps) {
  const counts =
    passed + failed + skipped === 0 ? '' : `${passed} passed, ${failed} failed, ${skipped} skipped`;
  const times = [`${seconds.toFixed(0)} s`, `${processorSeconds.toFixed(0)} s of a processor`];
  console.log(
    `${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(18)} ${times.map((time) => time.padStart(8)).join('  ')}  ${counts}`,
  );
}
for (const failure of failures) console.log(`\nFAILED  ${failure}`);
for (const [kind, description] of testEnvironment) console.log(`${kind}: ${description}`);

const total = (count: 'passed' | 'failed' | 'processorSeconds') =>
  steps.reduce((sum, result) => sum + result[count], 0);
console.log(
  `${total('processorSeconds').toFixed(0)} s of a processor in all, without most of the browser's own processes`,
);
console.log(`${total('passed')} passed, ${total('failed')} failed`);
process.exit(steps.every((result) => result.ok) ? 0 : 1);
