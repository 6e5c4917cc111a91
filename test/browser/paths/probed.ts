import type { BrowserContext } from '@playwright/test';
import { probeFolder } from '../../../scripts/build.mjs';
import type { ProbedStep } from '../../../src/probe.ts';
import { expect, test as siteTest } from '../site.ts';

/** What the flows of a page have really done, as the page itself tells (src/probe.ts); reloads lose nothing. */
export class Probe {
  readonly #steps: ProbedStep[] = [];

  async listenTo(context: BrowserContext): Promise<void> {
    await context.exposeBinding('litroomsProbe', (_source, step: ProbedStep) => {
      this.#steps.push(step);
    });
  }

  /** How much has been told so far; `since` takes it. */
  get mark(): number {
    return this.#steps.length;
  }

  /** Where a flow is now; null while it does not run. */
  state(flow: string): string | null {
    return this.#steps.findLast((step) => step.flow === flow)?.state ?? null;
  }

  /** Where a flow has been, in order, each situation once until it changes. */
  statesOf(flow: string): string[] {
    const states = this.#steps.filter((step) => step.flow === flow).map(({ state }) => state);
    return states.filter((state, i) => state !== states[i - 1]);
  }

  /** Ids of the states and transitions that any flow has passed since a mark. */
  passed(since = 0): Set<string> {
    return new Set(
      this.#steps.slice(since).flatMap(({ states, transitions }) => [...states, ...transitions]),
    );
  }
}

/** The site built so that its flows tell what they do, served by the real server. */
export const test = siteTest.extend<{ probe: Probe }>({
  siteFolder: [probeFolder, { scope: 'worker' }],

  probe: async ({ context }, use) => {
    const probe = new Probe();
    await probe.listenTo(context);
    await use(probe);
  },
});

export { expect };
