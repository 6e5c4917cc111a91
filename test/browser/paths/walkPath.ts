import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { AnyEventObject } from 'xstate';
import {
  coveringPaths,
  describePath,
  type MachineModel,
  type Path,
  planOfPaths,
  type Step,
  describeStep,
  type TourLimits,
} from '../../paths/paths.ts';
import { PASSED, type PassedRecord } from './coverageReporter.ts';
import { foundTours } from './foundTours.ts';
import { type PlannedTour, TOUR, TOURS_WANTED } from './tourPlanReporter.ts';
import { expect, type Probe, test } from './probed.ts';
import { World } from './world.ts';

/** A step of a path, with the steps around it. */
export interface StepAhead extends Step {
  readonly earlier: readonly Step[];
  readonly later: readonly Step[];
  /** The state before it; the start has none. */
  readonly from: string | undefined;
  readonly next: Step | undefined;
}

/** Makes an event happen on the page, as a person, the backend, the provider, another tab or time does. */
type Executor = (world: World, event: AnyEventObject, step: StepAhead) => Promise<unknown>;
/** Checks what a person perceives in a state. */
type Perceiver = (world: World, step: StepAhead) => Promise<unknown>;

/** How the paths of a machine are walked in a browser. */
export interface Walker {
  readonly name: string;
  /** The actor's id on the page. */
  flow(path: Path): string;
  readonly model: MachineModel;
  /** Prepares the browser and opens the page; it may look at the whole path. */
  start(world: World, path: Path): Promise<unknown>;
  /** By event type. */
  readonly events: Readonly<Record<string, Executor>>;
  /** By state. */
  readonly states: Readonly<Record<string, Perceiver>>;
  /** What the site itself writes to the console when something fails. */
  readonly logged?: RegExp;
  /** The next event follows at once, so that the state cannot be looked at. */
  isFleeting?(step: StepAhead): boolean;
  /** Walks few long paths instead of many short ones. */
  readonly tours?: TourLimits;
  /** Milliseconds for which the page's clock may run in a step; less than the shortest wait of the flow. */
  readonly mostMs?: number;
  /** The model's id for an id that the page reports, when one model stands for several machines. */
  modelId?(reported: string): string;
}

/** Declares a test for each path of a machine that a browser can walk. */
export function walkPaths(walker: Walker): void {
  const { name, model, tours } = walker;
  const { paths: found, missing } = tours ? foundTours(name, model, tours) : coveringPaths(model);
  const paths = found.filter(({ isUnreachable }) => !isUnreachable);

  test.describe.configure({ mode: 'parallel' });
  test.use({ actionTimeout: 60_000 });

  test(`the walker of ${name} has an entry for every event and state, and no other`, () => {
    expect(gapsOf(walker, paths)).toEqual([]);
  });
  if (tours) {
    test(`the tours of ${name} pass all that a browser can do`, () => {
      expect(missing).toEqual([]);
    });
  }

  const plan = process.env[TOURS_WANTED] === undefined ? null : planOfPaths(name, model, paths);
  paths.forEach((path, index) => {
    const planned: PlannedTour | null = plan && { name, path: plan.paths[index] as PlannedTour['path'] };
    const annotation = planned ? [{ type: TOUR, description: JSON.stringify(planned) }] : [];
    test(
      `${name} ${index + 1}/${paths.length}: ${describePath(path)}`,
      { annotation },
      async ({ page, probe, expectError }, testInfo) => {
        // The browser reports every response that is not a success.
        expectError(/^Failed to load resource/);
        if (walker.logged) expectError(walker.logged);
        const world = await World.around(page);
        await walk(walker, path, world, probe);
        expect(world.unexpectedCalls, 'calls without a gate').toEqual([]);
        const record: PassedRecord = {
          name,
          index,
          of: paths.length,
          passed: modelIds(walker, probe.passed()),
        };
        await testInfo.attach(PASSED, { body: JSON.stringify(record), contentType: 'application/json' });
      },
    );
  });
}

const modelIds = ({ modelId = (id) => id }: Walker, reported: ReadonlySet<string>): string[] =>
  [...reported].map((id) => modelId(id));

/** The events and states of the paths without an entry, and the entries that no path uses. */
function gapsOf({ events, states, isFleeting }: Walker, paths: readonly Path[]): string[] {
  const steps = paths.flatMap((path) => stepsAhead(path));
  const happening = new Set(steps.flatMap(({ event }) => event?.type ?? []));
  const seen = new Set(steps.filter((step) => !isFleeting?.(step)).map(({ state }) => state));
  const missing = (from: Iterable<string>, table: object): string[] =>
    [...from].filter((name) => !(name in table));
  const unused = (table: object, used: ReadonlySet<string>): string[] =>
    Object.keys(table).filter((name) => !used.has(name));
  return [
    ...missing(happening, events).map((type) => `the event ${type} has no entry`),
    ...unused(events, happening).map((type) => `the event ${type} never happens`),
    ...missing(seen, states).map((state) => `the state ${state} has no entry`),
    ...unused(states, seen).map((state) => `the state ${state} is never seen`),
  ];
}

const stepsAhead = ({ steps }: Path): StepAhead[] =>
  steps.map((step, i) => ({
    ...step,
    earlier: steps.slice(0, i),
    later: steps.slice(i + 1),
    from: steps[i - 1]?.state,
    next: steps[i + 1],
  }));

async function walk(walker: Walker, path: Path, world: World, probe: Probe): Promise<void> {
  const { page } = world;
  let mark = probe.mark;
  let expected: string[] = [];
  for (const step of stepsAhead(path)) {
    const { event, state, transitions } = step;
    await test.step(`${describeStep(step, path.input)} → ${state}`, async () => {
      await whileTimePasses(page, walker.mostMs ?? MOST_MS, async () => {
        if (event === null) await walker.start(world, path);
        else await entryOf(walker.events, event.type)(world, event, step);
        expected.push(...transitions);
        if (walker.isFleeting?.(step)) return;
        await probe.until(
          walker.flow(path),
          (reported, where) => {
            const passed = new Set(modelIds(walker, reported));
            return [
              ...expected.filter((id) => !passed.has(id)).map((id) => `${id} is not taken`),
              ...(where === state ? [] : [`it is in ${where}, not in ${state}`]),
            ];
          },
          mark,
        );
        await entryOf(walker.states, state)(world, step);
        world.closeGates();
        mark = probe.mark;
        expected = [];
      });
    });
  }
}

function entryOf<T>(table: Readonly<Record<string, T>>, name: string): T {
  const found = table[name];
  if (found === undefined) throw new Error(`the walker has no entry for ${name}`);
  return found;
}

/** Less than the shortest wait of any flow, so that none ends by itself (two seconds before a retry). */
const MOST_MS = 1_500;
/** Most steps need this share for their fades and timers; the rest is for a busy machine, where a fade begins late. */
const SOON = 0.4;
const FAST_TICK_MS = 30;
const SLOW_TICKS = 450;

/** Time on the page stands still except for the little that a step needs: a fade, a timer of none. */
async function whileTimePasses(page: Page, mostMs: number, work: () => Promise<void>): Promise<void> {
  const over = new AbortController();
  const passing = (async () => {
    let passed = 0;
    while (passed < mostMs && !over.signal.aborted) {
      const tick = passed < mostMs * SOON ? FAST_TICK_MS : Math.ceil(mostMs / SLOW_TICKS);
      await page.clock.runFor(tick);
      passed += tick;
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
