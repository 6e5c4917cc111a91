import { EventEmitter, once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { BrowserContext, Page, TestInfo } from '@playwright/test';
import { probeFolder } from '../../../../scripts/build.mjs';
import type { ProbedStep } from '../../../../tools/inspector/site/probe.ts';
import { expect, test as siteTest } from '../../site.ts';

/** How long the page may take to get somewhere, on a busy machine. */
const TIMEOUT_MS = 90_000;

/** What the flows of a page have done, as the page reports it (tools/inspector/site/probe.ts); it is kept over reloads. */
export class Probe {
  readonly #steps: ProbedStep[] = [];
  readonly #changes = new EventEmitter();

  async listenTo(context: BrowserContext): Promise<void> {
    await context.exposeBinding('litroomsProbe', (_source, steps: readonly ProbedStep[]) => {
      this.#steps.push(...steps);
      this.#changes.emit('steps');
    });
  }

  /** Steps reported so far, for `since`. */
  get mark(): number {
    return this.#steps.length;
  }

  /** Where a flow is now; null while it does not run. */
  state(flow: string): string | null {
    return this.#steps.findLast((step) => step.flow === flow)?.state ?? null;
  }

  /**
   * Waits until `missing` is empty for the ids passed since a mark and the state of the flow. Throws with what is missing, and
   * what the flow did instead, when the time is up.
   */
  async waitUntil(
    flow: string,
    missing: (passedIds: ReadonlySet<string>, state: string | null) => readonly string[],
    mark: number,
  ): Promise<void> {
    const missingNow = () => missing(this.passedIds(mark), this.state(flow));
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    while (missingNow().length > 0) {
      await once(this.#changes, 'steps', { signal: timeout }).catch(() => {
        const taken = this.taken(flow, mark).join(', ') || 'nothing';
        throw new Error(`${flow} does not continue: ${missingNow().join('; ')}. It has taken ${taken}.`);
      });
    }
  }

  /** Ids of the transitions that a flow has taken since a mark, in order. */
  taken(flow: string, since: number): string[] {
    return this.#steps.slice(since).flatMap((step) => (step.flow === flow ? step.transitions : []));
  }

  /** Ids of the states and transitions that any flow has passed since a mark. */
  passedIds(since = 0): Set<string> {
    return new Set(
      this.#steps.slice(since).flatMap(({ states, transitions }) => [...states, ...transitions]),
    );
  }
}

/** The site is served by the real server, and its flows report their steps. */
export const test = siteTest.extend<{ probe: Probe }>({
  siteFolder: [probeFolder, { scope: 'worker' }],

  // It depends on the page, so that it ends before the page is closed, whose recording it takes.
  probe: async ({ context, page }, use, testInfo) => {
    const probe = new Probe();
    await probe.listenTo(context);
    await use(probe);
    if (testInfo.status !== testInfo.expectedStatus) await attachRecording(page, testInfo);
  },
});

/** What `npm run flows:replay` reads, and the inspector opens: all since the page was last loaded. */
const RECORDING = 'flows-recording.json';

/** Next to the report of a failed test. Nothing when the page has no flows or does not respond. */
async function attachRecording(page: Page, testInfo: TestInfo): Promise<void> {
  const body = await page
    .evaluate(() => (window as { litroomsRecording?: () => string }).litroomsRecording?.())
    .catch(() => undefined);
  if (body === undefined) return;
  // As a file, so that it is there without an HTML report too.
  const path = testInfo.outputPath(RECORDING);
  writeFileSync(path, body);
  await testInfo.attach(RECORDING, { path, contentType: 'application/json' });
}

export { expect };
