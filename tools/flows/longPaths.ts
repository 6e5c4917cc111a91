import { type AnyEventObject, type AnyMachineSnapshot, getInitialSnapshot, getNextSnapshot } from 'xstate';
import {
  describeSituation,
  eventsOf,
  type MachineModel,
  type Path,
  type PathOptions,
  coverageTargetsOf,
  runPath,
} from './paths.ts';
import { withSilentActors } from './paths/silentActors.ts';

export interface LongPathLimits {
  readonly maxEvents: number;
  /** Whether an event is possible after the earlier events of a long path; `snapshot` is the snapshot after them. */
  readonly canFollow?: (
    earlier: readonly AnyEventObject[],
    event: AnyEventObject,
    input: object | undefined,
    snapshot: AnyMachineSnapshot,
  ) => boolean;
  /**
   * The types of the events that long paths have to use. With them, long paths cover every state and these events, and not every
   * transition; so they are far fewer.
   */
  readonly statesAndEvents?: readonly string[];
  /** Names an event that long paths have to use even if it passes nothing new, such as one after which people see another text. */
  readonly nameOf?: (event: AnyEventObject) => string | undefined;
  /** Facts about earlier events that `canFollow` depends on: the search distinguishes situations by them. */
  readonly historyKey?: (earlier: readonly AnyEventObject[]) => unknown;
}

export interface LongPaths {
  readonly paths: readonly Path[];
  /** Ids of states and transitions, or events, that no long path passes, without those that are listed as unreachable. */
  readonly missing: readonly string[];
}

interface LongPath extends Pick<Path, 'input' | 'events'> {
  readonly snapshot: AnyMachineSnapshot;
}

const eventId = (type: string): string => `event ${type}`;

/**
 * Few long paths that together cover every reachable state and transition, or every state and the events of `statesAndEvents`.
 * Each path continues from its last state to the nearest transition that is still missing. This suits machines whose start costs
 * more than many steps, such as a page in a browser.
 */
export function longPathsOf(
  model: MachineModel,
  { maxEvents, canFollow, historyKey, statesAndEvents, nameOf }: LongPathLimits,
  { unreachable = {} }: PathOptions = {},
): LongPaths {
  const machine = withSilentActors(model.machine);
  const { states, transitions } = coverageTargetsOf(machine);
  const missing = new Set([
    ...states.keys(),
    ...(statesAndEvents ? statesAndEvents.map(eventId) : transitions.values()),
  ]);
  for (const id of Object.keys(unreachable)) missing.delete(id);
  const namesOf = (event: AnyEventObject): string[] => [nameOf?.(event) ?? []].flat();
  if (!statesAndEvents)
    for (const [type, payloads] of Object.entries(model.payloads ?? {}))
      for (const name of payloads.flatMap((payload) => namesOf({ type, ...payload }))) missing.add(name);

  /** By situation and event. */
  const passedBy = new Map<string, readonly string[]>();
  const passedIn = (longPath: LongPath): string[][] =>
    runPath(machine, model, longPath).map(({ passed, event }) => [
      ...passed,
      ...(event ? [eventId(event.type), ...namesOf(event)] : []),
    ]);
  const lastPassed = (longPath: LongPath): readonly string[] => passedIn(longPath).at(-1) ?? [];
  const situationKey = ({ snapshot, events }: LongPath): string =>
    `${describeSituation(model, snapshot)} ${JSON.stringify(historyKey?.(events) ?? null)}`;

  /** The shortest one that passes a missing state or transition; null when there is none. */
  const continuePath = (longPath: LongPath, takesDetours: boolean): LongPath | null => {
    const reached = new Set([situationKey(longPath)]);
    const queue: LongPath[] = [longPath];
    for (let from = queue.shift(); from !== undefined; from = queue.shift()) {
      const { input, snapshot, events: earlier } = from;
      if (earlier.length === maxEvents) return null;
      for (const event of eventsOf(model)(snapshot)) {
        if (canFollow?.(earlier, event, input, snapshot) === false) continue;
        if (!takesDetours && model.isDetour?.(snapshot, event) === true) continue;
        const name = `${describeSituation(model, snapshot)} ${JSON.stringify(event)}`;
        const after = getNextSnapshot(machine, snapshot, event) as AnyMachineSnapshot;
        const next: LongPath = { input, events: [...earlier, event], snapshot: after };
        const passed = passedBy.get(name) ?? lastPassed(next);
        passedBy.set(name, passed);
        if (passed.some((id) => id in unreachable)) continue;
        if (passed.some((id) => missing.has(id))) {
          // In situations that the model does not distinguish, an event may pass different transitions.
          const actuallyPassed = lastPassed(next);
          passedBy.set(name, actuallyPassed);
          if (actuallyPassed.some((id) => missing.has(id))) return next;
        }
        const to = situationKey(next);
        if (reached.has(to)) continue;
        reached.add(to);
        queue.push(next);
      }
    }
    return null;
  };

  const longPaths: LongPath[] = [];
  const starts = (model.inputs ?? [undefined]).map((input): LongPath => ({
    input,
    events: [],
    snapshot: getInitialSnapshot(machine, input) as AnyMachineSnapshot,
  }));
  for (const takesDetours of [false, true]) {
    for (;;) {
      const [first] = starts
        .flatMap((start) => continuePath(start, takesDetours) ?? [])
        .toSorted((one, other) => one.events.length - other.events.length);
      if (first === undefined) break;
      let longPath = first;
      for (let next: LongPath | null = first; next; next = continuePath(longPath, takesDetours)) {
        longPath = next;
        for (const id of passedIn(longPath).flat()) missing.delete(id);
      }
      longPaths.push(longPath);
    }
  }

  const paths = longPaths.map(({ input, events }) => {
    const steps = runPath(machine, model, { input, events });
    return { input, events, steps, isUnreachable: false };
  });
  return { paths, missing: [...missing] };
}
