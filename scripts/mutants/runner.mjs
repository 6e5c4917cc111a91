// @ts-check
import { appendFileSync, readFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';
import { VitestTestRunner } from 'vitest/runners';

/** The state that the switch modules read (variants.mjs). @type {any} */
const mutants = {
  reached: new Set(),
  active: null,
  loaders: new Map(),
};
Object.assign(globalThis, { __mutants: mutants });

const SKIPPED = new Error('the test does not reach this mutant');

/** @typedef {{nth: number, file: string, entryPoints: readonly string[]}} Candidate */

/**
 * Runs each test without a mutant, then once with each mutant that the test reaches and that no test has killed yet, and at last
 * without a mutant again. If the last run fails, a mutant has left a changed state behind, and the test's results do not count.
 * The file MUTANTS_PLAN lists the mutants. MUTANTS_LOG gets a line for each attempt and for the mutants that a test has killed.
 */
export default class MutantRunner extends VitestTestRunner {
  /** @type {readonly Candidate[]} */
  #all = JSON.parse(readFileSync(String(process.env['MUTANTS_PLAN']), 'utf8'));
  /** @type {readonly Candidate[]} */
  #candidates = [];
  /** @type {number[]} */
  #noticed = [];
  #isSound = false;
  #hasPassed = false;
  /** @type {Candidate | null} */
  #tried = null;

  /** @param {object} line */
  #log(line) {
    const text = JSON.stringify({ ...line, worker: `${process.pid}/${threadId}` });
    appendFileSync(String(process.env['MUTANTS_LOG']), `${text}\n`);
  }

  /** @override @param {any} test */
  async onBeforeRunTask(test) {
    await super.onBeforeRunTask(test);
    const lines = readFileSync(String(process.env['MUTANTS_LOG']), 'utf8').split('\n').filter(Boolean);
    const killed = new Set(lines.flatMap((line) => JSON.parse(line).killed ?? []));
    this.#candidates = this.#all.filter(({ nth }) => !killed.has(nth));
    this.#noticed = [];
    this.#isSound = false;
    mutants.reached.clear();
    test.repeats = this.#candidates.length + 1;
    test.retry = 0;
  }

  /**
   * Vitest awaits the returned promise, although its type does not say so.
   * @override @param {any} test @param {any} [attempt] @returns {any}
   */
  onBeforeTryTask(test, attempt) {
    super.onBeforeTryTask(test);
    this.#hasPassed = false;
    this.#tried = null;
    mutants.active = null;
    const candidate = this.#candidates[attempt.repeats - 1];
    if (candidate === undefined) return undefined;
    const { nth, file, entryPoints } = candidate;
    if (!this.#isSound || !entryPoints.some((name) => mutants.reached.has(`${file} ${name}`))) throw SKIPPED;
    this.#log({ tried: nth });
    this.#tried = candidate;
    return mutants.loaders
      .get(file)(nth)
      .then((/** @type {unknown} */ module) => {
        mutants.active = { file, module };
      });
  }

  /** @override @param {any} test */
  onAfterTryTask(test) {
    super.onAfterTryTask(test);
    this.#hasPassed = true;
  }

  /** @param {any} test @param {any} attempt */
  onAfterRetryTask(test, attempt) {
    mutants.active = null;
    if (this.#tried !== null) {
      if (!this.#hasPassed) this.#noticed.push(this.#tried.nth);
    } else if (attempt.repeats === 0) {
      this.#isSound = this.#hasPassed;
      const error = String(test.result.errors?.[0]?.message);
      this.#log(this.#hasPassed ? { ran: test.name } : { broken: test.name, error });
    } else if (attempt.repeats > this.#candidates.length && this.#hasPassed) {
      this.#log({ killed: this.#noticed, by: test.name });
    }
    test.result.errors = [];
    test.result.state = 'run';
  }
}
