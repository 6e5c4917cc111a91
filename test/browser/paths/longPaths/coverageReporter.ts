import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { isFullRun } from '../../../fullRun.ts';
import { models } from '../../../paths/models.ts';
import { unreachableInBrowser } from '../../../paths/unreachableInBrowser.ts';
import { drawBoxes } from '../../../../tools/flows/drawing.ts';
import { coverageTargetsOf } from '../../../../tools/flows/paths.ts';
import { boxWithNumbers } from './boxWithNumbers.ts';

/** Attachment in which the test of a path reports what the page has passed. */
export const PASSED = 'passed states and transitions';

export interface PassedRecord {
  readonly name: string;
  /** Position among the machine's paths. */
  readonly index: number;
  /** Paths of the machine. */
  readonly total: number;
  /** Ids of the states and transitions. */
  readonly passed: readonly string[];
}

interface MachineCoverage {
  readonly total: number;
  readonly finished: Set<number>;
  readonly passed: Set<string>;
  /** Numbers of the path tests that passed a state or transition, by its id. */
  readonly takenBy: Map<string, number[]>;
}

const PICTURES = 'PATHS_PICTURES';

/**
 * Prints the coverage of the paths in the browser, as the pages reported it: of the states, and in a full run of the transitions
 * too. The run fails when all paths of a machine were played and a reachable one was not passed, or when one was passed that is
 * listed as unreachable. With PATHS_PICTURES=<folder> the reporter draws each machine with the numbers of the tests that took
 * each transition.
 */
export default class CoverageReporter implements Reporter {
  readonly #machines = new Map<string, MachineCoverage>();
  readonly #coversTransitions: boolean;

  constructor({ coversTransitions = isFullRun }: { readonly coversTransitions?: boolean } = {}) {
    this.#coversTransitions = coversTransitions;
  }

  onTestEnd(_test: TestCase, { attachments, status }: TestResult): void {
    if (status !== 'passed') return;
    for (const { name, body } of attachments) {
      if (name !== PASSED || body === undefined) continue;
      const record = JSON.parse(body.toString()) as PassedRecord;
      const coverage = this.#machines.get(record.name) ?? {
        total: record.total,
        finished: new Set(),
        passed: new Set(),
        takenBy: new Map(),
      };
      this.#machines.set(record.name, coverage);
      coverage.finished.add(record.index);
      for (const id of record.passed) {
        coverage.passed.add(id);
        coverage.takenBy.set(
          id,
          [...(coverage.takenBy.get(id) ?? []), record.index + 1].toSorted((a, b) => a - b),
        );
      }
    }
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    const errors: string[] = [];
    const rows = [...this.#machines]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, coverage]) => {
        const model = models[name];
        if (model === undefined) throw new Error(`there is no model of ${name}`);
        const { states, transitions } = coverageTargetsOf(model.machine);
        // A page is never in a history state: the transitions that lead to it are covered.
        const stateIds = [...states].flatMap(([id, { type }]) => (type === 'history' ? [] : [id]));
        const all = [...stateIds, ...transitions.values()];
        const expected = this.#coversTransitions ? all : stateIds;
        const reachable = expected.filter((id) => !(id in unreachableInBrowser));
        const missing = reachable.filter((id) => !coverage.passed.has(id));
        if (coverage.finished.size === coverage.total) {
          errors.push(...missing.map((id) => `no page has passed ${id}`));
        }
        const wronglyListed = all.filter((id) => id in unreachableInBrowser && coverage.passed.has(id));
        errors.push(...wronglyListed.map((id) => `a page has passed ${id}, which is listed as unreachable`));
        const share = Math.floor((100 * (reachable.length - missing.length)) / reachable.length);
        const unreachableCount = expected.length - reachable.length;
        return [
          name.padEnd(12),
          `${stateIds.length} states`,
          ...(this.#coversTransitions ? [`${transitions.size} transitions`] : []),
          ...(unreachableCount === 0 ? [] : [`${unreachableCount} unreachable in a browser`]),
          `${coverage.finished.size} of ${coverage.total} paths`,
          `${share} %`,
        ].join('  ');
      });
    if (rows.length > 0) console.log(`\nPaths in the browser:\n${rows.join('\n')}`);
    for (const error of errors) console.error(error);
    const folder = process.env[PICTURES];
    if (folder) await this.#draw(folder);
    return { status: errors.length > 0 ? 'failed' : status };
  }

  async #draw(folder: string): Promise<void> {
    mkdirSync(folder, { recursive: true });
    for (const [name, { takenBy }] of this.#machines) {
      const model = models[name];
      if (model === undefined) continue;
      const untakenLabel = (id: string): string =>
        id in unreachableInBrowser ? 'unreachable in a browser' : 'no test';
      writeFileSync(
        join(folder, `${name}.svg`),
        await drawBoxes(boxWithNumbers(model.machine, takenBy, untakenLabel)),
      );
    }
  }
}
