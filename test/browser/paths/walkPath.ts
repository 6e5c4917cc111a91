import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { AnyEventObject } from 'xstate';
import { describePath, coveringPaths, type MachineModel, type Path, type Step } from '../../paths/paths.ts';
import { PASSED, type PassedRecord } from './coverageReporter.ts';
import { expect, type Probe, test } from './probed.ts';
import { World } from './world.ts';

/** A step of a path, with what the person who takes it may already know. */
export interface StepAhead extends Step {
  /** What happens after it, and where that leads. */
  readonly next: Step | undefined;
}

/** An event as the page gets to know it: what a person, the backend, the provider, another tab or time does. */
type Executor = (world: World, event: AnyEventObject, step: StepAhead) => Promise<unknown>;
/** What a person perceives in a state. */
type Perceiver = (world: World, step: StepAhead) => Promise<unknown>;

/** How the paths of a machine are gone in a browser. */
export interface Walker {
  readonly name: string;
  /** The actor's id on the page. */
  flow(path: Path): string;
  readonly model: MachineModel;
  /** Prepares the browser and opens the page, knowing the whole path. */
  start(world: World, path: Path): Promise<unknown>;
  readonly events: Readonly<Record<string, Executor>>;
  readonly states: Readonly<Record<string, Perceiver>>;
  /** What the site itself writes to the console when something fails. */
  readonly logged?: RegExp;
  /** The state is left at once, by what the next event stands for: nobody can look at it. */
  isFleeting?(step: StepAhead): boolean;
}

/** Declares a test for each path of a machine that a browser can go. */
export function walkPaths(walker: Walker): void {
  const { name, model } = walker;
  const paths = coveringPaths(model).paths.filter(({ isUnreachableInBrowser }) => !isUnreachableInBrowser);
  refuseGaps(walker, paths);

  test.describe.configure({ mode: 'parallel' });
  test.use({ trace: 'off', actionTimeout: 15_000 });
  paths.forEach((path, index) => {
    test(`${name} ${index + 1}/${paths.length}: ${describePath(path)}`, async ({
      page,
      probe,
      expectError,
    }, testInfo) => {
      // The browser tells of every answer that is not a success.
      expectError(/^Failed to load resource/);
      if (walker.logged) expectError(walker.logged);
      const world = await World.around(page);
      await walk(walker, path, world, probe);
      expect(world.unexpectedCalls, 'calls without a gate').toEqual([]);
      const record: PassedRecord = { name, index, of: paths.length, passed: [...probe.passed()] };
      await testInfo.attach(PASSED, { body: JSON.stringify(record), contentType: 'application/json' });
    });
  });
}

/** Every event and state of the paths must be known here, and nothing else: a gap would pass silently. */
function refuseGaps({ name, events, states, isFleeting }: Walker, paths: readonly Path[]): void {
  const steps = paths.flatMap((path) => stepsAhead(path));
  const happening = new Set(steps.flatMap(({ event }) => event?.type ?? []));
  const seen = new Set(steps.filter((step) => !isFleeting?.(step)).map(({ state }) => state));
  const errors = [
    ...[...happening].filter((type) => !(type in events)).map((type) => `nobody knows how ${type} happens`),
    ...Object.keys(events)
      .filter((type) => !happening.has(type))
      .map((type) => `${type} never happens`),
    ...[...seen].filter((state) => !(state in states)).map((state) => `nobody knows how ${state} looks`),
    ...Object.keys(states)
      .filter((state) => !seen.has(state))
      .map((state) => `${state} is never seen`),
  ];
  if (errors.length > 0) throw new Error(`The walker of ${name} has gaps:\n${errors.join('\n')}`);
}

const stepsAhead = ({ steps }: Path): StepAhead[] =>
  steps.map((step, i) => ({ ...step, next: steps[i + 1] }));

async function walk(walker: Walker, path: Path, world: World, probe: Probe): Promise<void> {
  const { page } = world;
  let mark = probe.mark;
  let expected: string[] = [];
  for (const step of stepsAhead(path)) {
    const { event, state, transitions } = step;
    await test.step(`${event?.type ?? 'start'} → ${state}`, async () => {
      await whileTimePasses(page, async () => {
        if (event === null) await walker.start(world, path);
        else await known(walker.events, event.type)(world, event, step);
        expected.push(...transitions);
        if (walker.isFleeting?.(step)) return;
        await probe.until(
          walker.flow(path),
          (passed, where) => [
            ...expected.filter((id) => !passed.has(id)).map((id) => `${id} is not taken`),
            ...(where === state ? [] : [`it is in ${where}, not in ${state}`]),
          ],
          mark,
        );
        await known(walker.states, state)(world, step);
        world.closeGates();
        mark = probe.mark;
        expected = [];
      });
    });
  }
}

function known<T>(table: Readonly<Record<string, T>>, name: string): T {
  const found = table[name];
  if (found === undefined) throw new Error(`nobody knows ${name}`);
  return found;
}

/** Less than the shortest wait of any flow, so that none ends by itself (two seconds before a retry). */
const MAX_TICKS = 150;
const TICK_MS = 10;

/** Time on the page stands still but for the little that a step needs of it: a fade, a timer of none. */
async function whileTimePasses(page: Page, work: () => Promise<void>): Promise<void> {
  const over = new AbortController();
  const passing = (async () => {
    for (let ticks = 0; ticks < MAX_TICKS && !over.signal.aborted; ticks += 1) {
      await page.clock.runFor(TICK_MS);
      await delay(30, undefined, { signal: over.signal }).catch(() => undefined);
    }
  })();
  try {
    await work();
  } finally {
    over.abort();
    await passing;
  }
}
