import type { AnyEventObject } from 'xstate';
import { describeEvent } from '../../paths/describeEvent.ts';
import {
  coveringPaths,
  describePath,
  type MachineModel,
  type Path,
  type LongPathLimits,
} from '../../paths/paths.ts';
import {
  checkedState,
  type PathWords,
  type StepInContext,
  stepsInContext,
  type WordedStep,
  wordedSteps,
} from '../../paths/words/words.ts';
import { PASSED, type PassedRecord } from './longPaths/coverageReporter.ts';
import { cachedLongPaths } from './longPaths/cachedLongPaths.ts';
import { Person } from './page/person.ts';
import { expect, type Probe, test } from './page/probed.ts';
import { isFullRun } from '../../fullRun.ts';
import { World } from './page/world.ts';

export type { StepInContext } from '../../paths/words/words.ts';

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
  /** What a person does and sees. `events` are then only those that no person causes, and `states` are not needed. */
  readonly words?: PathWords;
  /** Prepares for what a person does. */
  before?(world: World, event: AnyEventObject): void;
  /** Causes each event; by event type. */
  readonly events: Readonly<Record<string, Executor>>;
  /** Checks each state; by state, or by state of the checked region. */
  readonly states?: Readonly<Record<string, StateCheck>>;
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
  const { name, model, words } = pathTest;
  const limits = words?.longPaths ?? pathTest.longPaths;
  const visitorEvents = Object.keys((words ?? pathTest).events).filter(isCausedByVisitor);
  const longPaths = limits && {
    ...limits,
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

  paths.forEach((path, index) => {
    test(`${name} ${index + 1}/${paths.length}: ${describePath(path)}`, async ({
      page,
      probe,
      expectError,
    }, testInfo) => {
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
    });
  });
}

const modelIds = ({ modelId = (id) => id }: PathTest, reported: ReadonlySet<string>): string[] =>
  [...reported].map((id) => modelId(id));

const stepsOf = ({ words }: PathTest, path: Path): (StepInContext & Partial<WordedStep>)[] =>
  words ? wordedSteps(words, path) : stepsInContext(path);

/** Lists the events and states of the paths that have no entry, and the entries that no path uses. */
function findTableMismatches(pathTest: PathTest, paths: readonly Path[]): string[] {
  const { events, states = {} } = pathTest.words ?? pathTest;
  const steps = paths.flatMap((path) => stepsOf(pathTest, path));
  const eventTypes = new Set(steps.flatMap(({ event }) => event?.type ?? []));
  const checkedStates = new Set(
    steps
      .filter((step) => !isTransient(pathTest, step))
      .map(({ state }) => checkedState((pathTest.words ?? pathTest).checkedRegion, state)),
  );
  const missing = (from: Iterable<string>, table: object): string[] =>
    [...from].filter((name) => !(name in table));
  const unused = (table: object, used: ReadonlySet<string>): string[] =>
    Object.keys(table).filter((name) => !used.has(name));
  return [
    ...missing(eventTypes, events).map((type) => `the event ${type} has no entry`),
    ...missing(Object.keys(pathTest.events), events).map((type) => `the event ${type} has no words`),
    ...missing(checkedStates, states).map((state) => `the state ${state} has no entry`),
    // The paths of a short run do not need every entry.
    ...(isFullRun ? unused(events, eventTypes).map((type) => `the event ${type} never happens`) : []),
    ...(isFullRun ? unused(states, checkedStates).map((state) => `the state ${state} is never seen`) : []),
  ];
}

const isTransient = ({ words, isTransientState }: PathTest, step: StepInContext): boolean =>
  (words?.isTransientState ?? isTransientState)?.(step) === true;

async function play(pathTest: PathTest, path: Path, world: World, probe: Probe): Promise<void> {
  const { words } = pathTest;
  let stepMark = probe.mark;
  let expectedIds: string[] = [];
  for (const step of stepsOf(pathTest, path)) {
    const { event, state, transitions, acts, sights } = step;
    const person = new Person(world, async () => {
      if (event) await findEntry(pathTest.events, event.type)(world, event, step);
    });
    const run = async (): Promise<void> => {
      if (event === null) await pathTest.start(world, path);
      else if (!words) await person.letHappen();
      else if (!acts) throw new Error(`there are no words for ${event.type}`);
      else {
        pathTest.before?.(world, event);
        for (const act of acts) await test.step(act.words, () => act.run(person));
      }
      expectedIds.push(...transitions);
      if (isTransient(pathTest, step)) return;
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
      if (!words)
        await findEntry(
          pathTest.states ?? {},
          checkedState((pathTest.words ?? pathTest).checkedRegion, state),
        )(world, step);
      else if (!sights) throw new Error(`there are no words for ${state}`);
      else for (const sight of sights) await test.step(sight.words, () => sight.check(person));
      world.closeGates();
      stepMark = probe.mark;
      expectedIds = [];
    };
    await test.step(`${event === null ? 'start' : describeEvent(event)} → ${state}`, run);
  }
}

function findEntry<T>(table: Readonly<Record<string, T>>, name: string): T {
  const entry = table[name];
  if (entry === undefined) throw new Error(`the path test has no entry for ${name}`);
  return entry;
}
