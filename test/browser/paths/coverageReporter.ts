import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { models } from '../../paths/models.ts';
import { unreachableInBrowser } from '../../paths/unreachableInBrowser.ts';
import { drawBoxes } from '../../../tools/flows/drawing.ts';
import { coverageTargetsOf } from '../../../tools/flows/paths.ts';
import { boxWithNumbers } from '../../../tools/flows/plan.ts';

/** The attachment with which a path's test reports what the page has passed. */
export const PASSED = 'passed states and transitions';

export interface PassedRecord {
  /** The machine, and which of how many paths it was. */
  readonly name: string;
  readonly index: number;
  readonly of: number;
  /** Ids of the states and transitions. */
  readonly passed: readonly string[];
}

interface Gathered {
  readonly of: number;
  readonly gone: Set<number>;
  readonly passed: Set<string>;
  /** By state or transition, the numbers of the walks that passed it. */
  readonly walked: Map<string, number[]>;
}

/** The setting that names a folder for pictures of what was walked. */
const PICTURES = 'PATHS_PICTURES';

/**
 * Prints what the paths in the browser have covered, as the pages reported it. Fails the run when all paths of a machine were
 * walked and a reachable state or transition was not passed, or when one was passed that is said to be unreachable. With
 * PATHS_PICTURES=<folder> it draws each machine with the numbers of the tests that took each transition.
 */
export default class CoverageReporter implements Reporter {
  readonly #machines = new Map<string, Gathered>();

  onTestEnd(_test: TestCase, { attachments, status }: TestResult): void {
    if (status !== 'passed') return;
    for (const { name, body } of attachments) {
      if (name !== PASSED || body === undefined) continue;
      const record = JSON.parse(body.toString()) as PassedRecord;
      const gathered = this.#machines.get(record.name) ?? {
        of: record.of,
        gone: new Set(),
        passed: new Set(),
        walked: new Map(),
      };
      this.#machines.set(record.name, gathered);
      gathered.gone.add(record.index);
      for (const id of record.passed) {
        gathered.passed.add(id);
        gathered.walked.set(
          id,
          [...(gathered.walked.get(id) ?? []), record.index + 1].toSorted((a, b) => a - b),
        );
      }
    }
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    const errors: string[] = [];
    const rows = [...this.#machines]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, gathered]) => {
        const model = models[name];
        if (model === undefined) throw new Error(`there is no model of ${name}`);
        const { states, transitions } = coverageTargetsOf(model.machine);
        const all = [...states.keys(), ...transitions.values()];
        const inReach = all.filter((id) => !(id in unreachableInBrowser));
        const missing = inReach.filter((id) => !gathered.passed.has(id));
        if (gathered.gone.size === gathered.of) {
          errors.push(...missing.map((id) => `no page has passed ${id}`));
        }
        const unforeseen = all.filter((id) => id in unreachableInBrowser && gathered.passed.has(id));
        errors.push(...unforeseen.map((id) => `a page has passed ${id}, which is listed as unreachable`));
        const share = Math.floor((100 * (inReach.length - missing.length)) / inReach.length);
        const beyond = all.length - inReach.length;
        return [
          name.padEnd(12),
          `${states.size} states`,
          `${transitions.size} transitions${beyond === 0 ? '' : ` (${beyond} in theory only)`}`,
          `${gathered.gone.size} of ${gathered.of} paths`,
          `${share} %`,
        ].join('  ');
      });
    if (rows.length > 0) console.log(`\nPaths in the browser:\n${rows.join('\n')}`);
    for (const problem of errors) console.error(problem);
    const folder = process.env[PICTURES];
    if (folder) await this.#draw(folder);
    return { status: errors.length > 0 ? 'failed' : status };
  }

  async #draw(folder: string): Promise<void> {
    mkdirSync(folder, { recursive: true });
    for (const [name, { walked }] of this.#machines) {
      const model = models[name];
      if (model === undefined) continue;
      const none = (id: string): string => (id in unreachableInBrowser ? 'in theory only' : 'no test');
      writeFileSync(
        join(folder, `${name}.svg`),
        await drawBoxes(boxWithNumbers(model.machine, walked, none)),
      );
    }
  }
}
