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

const SKIPPED = new Error('this attempt is not needed');

/** @param {any} test */
const errorOf = (test) => String(test.result.errors?.[0]?.message);

/** @typedef {{nth: number, file: string, entryPoints: readonly string[]}} Candidate */

/**
 * Runs each test without a mutant, then once with each mutant that the test reaches and that no test has killed yet. A test that
 * fails with a mutant must then pass without one, which shows that the mutant is the cause: a mutant may leave a changed state
 * behind, and some tests cannot be repeated often. From the first such failure on, the test is not used.
 * The file MUTANTS_PLAN lists the mutants. MUTANTS_LOG gets a line for each attempt and for each killed mutant.
 */
export default class MutantRunner extends VitestTestRunner {
  /** @type {readonly Candidate[]} */
  #all = JSON.parse(readFileSync(String(process.env['MUTANTS_PLAN']), 'utf8'));
  /** @type {readonly Candidate[]} */
  #candidates = [];
  /** The mutant with which the test has just failed. @type {number | null} */
  #noticed = null;
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
    this.#noticed = null;
    this.#isSound = false;
    mutants.reached.clear();
    // Each mutant has two attempts: with the mutant, and again without it when the test has failed.
    test.repeats = 2 * this.#candidates.length;
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
    if (attempt.repeats === 0) return undefined;
    if (!this.#isSound) throw SKIPPED;
    if (attempt.repeats % 2 === 0) {
      if (this.#noticed === null) throw SKIPPED;
      return undefined;
    }
    const candidate = /** @type {Candidate} */ (this.#candidates[(attempt.repeats - 1) / 2]);
    const { nth, file, entryPoints } = candidate;
    if (!entryPoints.some((name) => mutants.reached.has(`${file} ${name}`))) throw SKIPPED;
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
    if (attempt.repeats === 0) {
      this.#isSound = this.#hasPassed;
      this.#log(this.#hasPassed ? { ran: test.name } : { broken: test.name, error: errorOf(test) });
    } else if (this.#tried !== null) {
      if (!this.#hasPassed) this.#noticed = this.#tried.nth;
    } else if (this.#noticed !== null) {
      this.#isSound = this.#hasPassed;
      this.#log(
        this.#hasPassed
          ? { killed: [this.#noticed], by: test.name }
          : { broken: test.name, error: errorOf(test), after: this.#noticed },
      );
      this.#noticed = null;
    }
    test.result.errors = [];
    test.result.state = 'run';
  }
}
