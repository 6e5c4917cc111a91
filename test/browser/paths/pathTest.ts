import type { AnyEventObject } from 'xstate';
import {
  coveringPaths,
  describePath,
  type MachineModel,
  type Path,
  planOfPaths,
  type Step,
  describeStep,
  type LongPathLimits,
} from '../../paths/paths.ts';
import { PASSED, type PassedRecord } from './longPaths/coverageReporter.ts';
import { cachedLongPaths } from './longPaths/cachedLongPaths.ts';
import {
  type PlannedTest,
  LONG_PATH_ANNOTATION,
  LONG_PATH_PLAN_FORMAT,
} from './longPaths/longPathPlanReporter.ts';
import { expect, type Probe, test } from './page/probed.ts';
import { isFullRun } from '../../fullRun.ts';
import { World } from './page/world.ts';

/** A step of a path with the steps before and after it. */
export interface StepInContext extends Step {
  readonly earlier: readonly Step[];
  readonly later: readonly Step[];
  /** Undefined at the start. */
  readonly from: string | undefined;
  readonly next: Step | undefined;
}

/** Causes an event on the page, as a person, the backend, the payment provider, another tab or the clock would. */
type Executor = (world: World, event: AnyEventObject, step: StepInContext) => Promise<unknown>;
/** Checks what a person sees in a state. */
type StateCheck = (world: World, step: StepInContext) => Promise<unknown>;

/** Defines how the paths of a machine are played in a browser (docs/browser-paths.md). */
export interface PathTest {
  readonly name: string;
  /** Id of the actor on the page. */
  flow(path: Path): string;
  readonly model: MachineModel;
  /** Prepares the browser and opens the page for a path. */
  start(world: World, path: Path): Promise<unknown>;
  /** Causes each event; by event type. */
  readonly events: Readonly<Record<string, Executor>>;
  /** Checks each state; by state, or by state of the checked region. */
  readonly states: Readonly<Record<string, StateCheck>>;
  /** The region whose states are checked, in a machine that has parallel ones. */
  readonly checkedRegion?: string;
  /** The site writes them to the console on the paths. */
  readonly expectedConsoleErrors?: RegExp;
  /** True when the next event follows immediately, so that the state cannot be checked. */
  isTransientState?(step: StepInContext): boolean;
  /** With limits, a few long paths are played instead of many short ones. */
  readonly longPaths?: LongPathLimits;
  /** Converts an id that the page reports to the id in the model, when one model describes several machines. */
  modelId?(reported: string): string;
}

/** Whether an event comes from the visitor or the payment window, and not from a response or a delay. */
const isCausedByVisitor = (type: string): boolean => !type.startsWith('xstate.');

/** Paths that pass a state, or use an event of the visitor, that no earlier one does; the longest paths come first. */
function withNewStateOrEvent(paths: readonly Path[]): Path[] {
  const seen = new Set<string>();
  return paths
    .toSorted((one, other) => other.steps.length - one.steps.length)
    .filter(({ steps }) => {
      const count = seen.size;
      for (const { state, event } of steps) {
        seen.add(state);
        if (event && isCausedByVisitor(event.type)) seen.add(event.type);
      }
      return seen.size > count;
    });
}

/** Declares a test for each path of a machine that a browser can play. */
export function testPaths(pathTest: PathTest): void {
  const { name, model } = pathTest;
  const visitorEvents = Object.keys(pathTest.events).filter(isCausedByVisitor);
  const longPaths = pathTest.longPaths && {
    ...pathTest.longPaths,
    ...(!isFullRun && { statesAndEvents: visitorEvents }),
  };
  const { paths: allPaths, missing } = longPaths
    ? cachedLongPaths(name, model, longPaths)
    : coveringPaths(model);
  const reachable = allPaths.filter(({ isUnreachable }) => !isUnreachable);
  const paths = longPaths || isFullRun ? reachable : withNewStateOrEvent(reachable);

  test.describe.configure({ mode: 'parallel' });
  test.use({ actionTimeout: 60_000 });

  test(`the path test of ${name} has an entry for every event and state, and no other`, () => {
    expect(findTableMismatches(pathTest, paths)).toEqual([]);
  });
  if (longPaths) {
    test(`the long paths of ${name} pass everything that they should and that a browser can cause`, () => {
      expect(missing).toEqual([]);
    });
  }

  const plan = process.env[LONG_PATH_PLAN_FORMAT] === undefined ? null : planOfPaths(name, model, paths);
  paths.forEach((path, index) => {
    const planned: PlannedTest | null = plan && { name, path: plan.paths[index] as PlannedTest['path'] };
    const annotation = planned ? [{ type: LONG_PATH_ANNOTATION, description: JSON.stringify(planned) }] : [];
    test(
      `${name} ${index + 1}/${paths.length}: ${describePath(path)}`,
      { annotation },
      async ({ page, probe, expectError }, testInfo) => {
        // The browser reports every response that is not a success.
        expectError(/^Failed to load resource/);
        if (pathTest.expectedConsoleErrors) expectError(pathTest.expectedConsoleErrors);
        const world = await World.create(page);
        await play(pathTest, path, world, probe);
        expect(world.ungatedCalls, 'calls without a gate').toEqual([]);
        const record: PassedRecord = {
          name,
          index,
          total: paths.length,
          passed: modelIds(pathTest, probe.passedIds()),
        };
        await testInfo.attach(PASSED, { body: JSON.stringify(record), contentType: 'application/json' });
      },
    );
  });
}

const modelIds = ({ modelId = (id) => id }: PathTest, reported: ReadonlySet<string>): string[] =>
  [...reported].map((id) => modelId(id));

/** The part of a state by which its check is found. */
const checkedState = ({ checkedRegion }: PathTest, state: string): string =>
  checkedRegion === undefined
    ? state
    : (state.split(' ').find((part) => part.startsWith(`${checkedRegion}.`)) ?? '').slice(
        checkedRegion.length + 1,
      );

/** Lists the events and states of the paths that have no entry, and the entries that no path uses. */
function findTableMismatches(pathTest: PathTest, paths: readonly Path[]): string[] {
  const { events, states, isTransientState } = pathTest;
  const steps = paths.flatMap((path) => stepsInContext(path));
  const eventTypes = new Set(steps.flatMap(({ event }) => event?.type ?? []));
  const checkedStates = new Set(
    steps.filter((step) => !isTransientState?.(step)).map(({ state }) => checkedState(pathTest, state)),
  );
  const missing = (from: Iterable<string>, table: object): string[] =>
    [...from].filter((name) => !(name in table));
  const unused = (table: object, used: ReadonlySet<string>): string[] =>
    Object.keys(table).filter((name) => !used.has(name));
  return [
    ...missing(eventTypes, events).map((type) => `the event ${type} has no entry`),
    ...missing(checkedStates, states).map((state) => `the state ${state} has no entry`),
    // The paths of a short run do not need every entry.
    ...(isFullRun ? unused(events, eventTypes).map((type) => `the event ${type} never happens`) : []),
    ...(isFullRun ? unused(states, checkedStates).map((state) => `the state ${state} is never seen`) : []),
  ];
}

const stepsInContext = ({ steps }: Path): StepInContext[] =>
  steps.map((step, i) => ({
    ...step,
    earlier: steps.slice(0, i),
    later: steps.slice(i + 1),
    from: steps[i - 1]?.state,
    next: steps[i + 1],
  }));

async function play(pathTest: PathTest, path: Path, world: World, probe: Probe): Promise<void> {
  let stepMark = probe.mark;
  let expectedIds: string[] = [];
  for (const step of stepsInContext(path)) {
    const { event, state, transitions } = step;
    await test.step(`${describeStep(step, path.input)} → ${state}`, async () => {
      if (event === null) await pathTest.start(world, path);
      else await findEntry(pathTest.events, event.type)(world, event, step);
      expectedIds.push(...transitions);
      if (pathTest.isTransientState?.(step)) return;
      await probe.waitUntil(
        pathTest.flow(path),
        (reported, currentState) => {
          const passedIds = new Set(modelIds(pathTest, reported));
          return [
            ...expectedIds.filter((id) => !passedIds.has(id)).map((id) => `${id} is not taken`),
            ...(currentState === state ? [] : [`it is in ${currentState}, not in ${state}`]),
          ];
        },
        stepMark,
      );
      await findEntry(pathTest.states, checkedState(pathTest, state))(world, step);
      world.closeGates();
      stepMark = probe.mark;
      expectedIds = [];
    });
  }
}

function findEntry<T>(table: Readonly<Record<string, T>>, name: string): T {
  const entry = table[name];
  if (entry === undefined) throw new Error(`the path test has no entry for ${name}`);
  return entry;
}
