// @ts-check
import { spawn } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { stopGroup } from './stopGroup.mjs';

/** A watchdog for mutants that make a test wait forever: after this time without a line, the mutant counts as killed. */
const SILENCE_MS = 180_000;
/** A long run prints its progress after this many mutants. */
const PROGRESS_STEP = 100;

/**
 * Writes each mutant into the copy of the project and runs the tests of its area until one fails (worker.mjs).
 * @param {string} area
 * @param {readonly import('./plan.mjs').Mutant[]} mutants
 * @param {{project: string, temporary: string, isTrusted: boolean}} options `isTrusted`: the tests are known to pass without a mutant
 * @returns {Promise<Set<number>>} the numbers of the killed mutants
 */
export async function runOneByOne(area, mutants, { project, temporary, isTrusted }) {
  const list = join(temporary, 'list.json');
  writeFileSync(list, JSON.stringify(mutants));
  /** @type {Set<number>} */
  const killed = new Set();
  for (let next = 0; next < mutants.length;) {
    next = await runWorker({ area, mutants, list, begin: next, project, isTrusted }, (nth) =>
      killed.add(nth),
    );
  }
  return killed;
}

/**
 * Runs a worker from one mutant on, until the worker exits or prints nothing for too long.
 * @param {{area: string, mutants: readonly import('./plan.mjs').Mutant[], list: string, begin: number, project: string, isTrusted: boolean}} job
 * @param {(nth: number) => void} report
 * @returns {Promise<number>} the index of the mutant to continue with
 */
function runWorker({ area, mutants, list, begin, project, isTrusted }, report) {
  return new Promise((resolve, reject) => {
    const worker = join(import.meta.dirname, 'worker.mjs');
    const child = spawn(process.execPath, [worker, area, list, String(begin), isTrusted ? 'trusted' : ''], {
      cwd: project,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, CI: 'true' },
      detached: true,
    });
    let next = begin;
    let isSound = false;
    let watchdog = setTimeout(() => stopGroup(child), 3 * SILENCE_MS);
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.startsWith('{')) return;
      const { began, ended, survived, isSound: hasPassed, unsound } = JSON.parse(line);
      if (unsound !== undefined) {
        const mutant = mutants[unsound];
        console.log(
          `fails without a mutant too, after  ${mutant?.file}:${mutant?.line}  ${mutant?.description}`,
        );
        isSound = false;
        return;
      }
      clearTimeout(watchdog);
      watchdog = setTimeout(() => stopGroup(child), SILENCE_MS);
      isSound ||= hasPassed === true;
      next = began ?? next;
      if (ended === undefined) return;
      next = ended + 1;
      const mutant = mutants[ended];
      if (!survived && mutant) report(mutant.nth);
      if (next % PROGRESS_STEP === 0) console.log(`${next} of ${mutants.length} tried one by one`);
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(watchdog);
      stopGroup(child);
      // A worker that ends before its first mutant has shown nothing: it must not count as a mutant that was killed.
      if (!isSound) reject(new Error(`The tests of ${area} fail, or do not run, without a mutant.`));
      else if (code === 0) resolve(mutants.length);
      else {
        const mutant = mutants[next];
        if (mutant) {
          copyFileSync(mutant.file, join(project, mutant.file));
          report(mutant.nth);
          // It counts as killed although no test has failed. It is printed because it may be an infinite loop or a defect of this script.
          console.log(`ended the tests  ${mutant.file}:${mutant.line}  ${mutant.description}`);
        }
        resolve(next + 1);
      }
    });
  });
}
