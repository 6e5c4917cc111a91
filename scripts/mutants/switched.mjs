// @ts-check
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { stopGroup } from './stopGroup.mjs';

/**
 * A watchdog for mutants that make a test compute forever, where no timeout of a test can end it: after this time without a line,
 * the mutant counts as killed. Longer than a test's timeout (switched.config.mjs).
 */
const SILENCE_MS = 240_000;
/** How long the first server may take to start on a busy machine. */
const START_MS = 600_000;
const POLL_MS = 2_000;

/** @typedef {{worker?: string, tried?: number, killed?: number[], ran?: string, broken?: string, error?: string, after?: number}} Line */

/** @param {string} log @returns {Line[]} */
const linesOf = (log) =>
  readFileSync(log, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** @param {readonly import('./plan.mjs').Mutant[]} mutants @param {number} nth */
function placeOf(mutants, nth) {
  const mutant = mutants.find((one) => one.nth === nth);
  return `${mutant?.file}:${mutant?.line}`;
}

/**
 * Runs the tests of a stage, each with every mutant that it reaches (runner.mjs).
 * @param {import('./areas.mjs').Stage} stage
 * @param {readonly import('./plan.mjs').Mutant[]} mutants
 * @param {{project: string, temporary: string}} folders
 * @returns {Promise<{tried: readonly number[], killed: readonly number[]}>} the numbers of the mutants that a test has reached, and of
 *   the killed ones
 */
export async function runSwitched(
  { folders: testFolders, files: parts = [''] },
  mutants,
  { project, temporary },
) {
  const plan = join(temporary, 'plan.json');
  const log = join(temporary, 'switched.log');
  writeFileSync(plan, JSON.stringify(mutants));
  writeFileSync(log, '');
  const files = testFolders
    .flatMap((name) => readdirSync(join('test', name)).map((file) => `${name}/${file}`))
    .filter((file) => file.endsWith('.test.ts') && parts.some((part) => file.includes(part)))
    .map((file) => join('test', file));
  const args = ['run', '--config', join('scripts', 'mutants', 'switched.config.mjs'), '--reporter=json'];
  args.push(`--outputFile=${join(temporary, 'switched.json')}`);

  for (let isComplete = false; !isComplete;) {
    isComplete = await runWithWatchdog([...args, ...files], { project, plan, log });
    if (isComplete) continue;
    // The watchdog has stopped the run. A worker whose last line is a mutant was still busy with it.
    const lastLines = new Map(linesOf(log).map((line) => [line.worker, line])).values();
    const killed = [...lastLines].flatMap(({ tried }) => tried ?? []);
    if (killed.length === 0) throw new Error('The tests end without any mutant.');
    writeFileSync(log, `${JSON.stringify({ killed })}\n`, { flag: 'a' });
  }
  const lines = linesOf(log);
  if (!lines.some(({ ran }) => ran !== undefined)) throw new Error('No test has run.');
  for (const { broken, error, after } of lines) {
    if (broken === undefined) continue;
    const moment = after === undefined ? '' : `after the mutant of ${placeOf(mutants, after)} `;
    console.log(`not used further, because it fails without a mutant ${moment}here: "${broken}" (${error})`);
  }
  return {
    tried: lines.flatMap(({ tried }) => tried ?? []),
    killed: lines.flatMap(({ killed }) => killed ?? []),
  };
}

/** @param {string[]} args @param {{project: string, plan: string, log: string}} paths @returns {Promise<boolean>} false when the watchdog stopped the run */
async function runWithWatchdog(args, { project, plan, log }) {
  const child = spawn(join('node_modules', '.bin', 'vitest'), args, {
    cwd: project,
    stdio: 'ignore',
    env: { ...process.env, CI: 'true', MUTANTS_PLAN: plan, MUTANTS_LOG: log },
    detached: true,
  });
  const ended = new Promise((resolve, reject) => {
    child.once('exit', () => resolve(true));
    child.once('error', reject);
  });
  let length = -1;
  let silentMs = 0;
  for (;;) {
    if (await Promise.race([ended, delay(POLL_MS, false)])) return true;
    const now = readFileSync(log).length;
    silentMs = now === length ? silentMs + POLL_MS : 0;
    length = now;
    if (silentMs < (now === 0 ? START_MS : SILENCE_MS)) continue;
    stopGroup(child);
    await ended;
    return false;
  }
}
