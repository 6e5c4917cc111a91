import { type AnyEventObject, type AnyMachineSnapshot, getInitialSnapshot, getNextSnapshot } from 'xstate';
import {
  describeSituation,
  possibleEvents,
  type MachineModel,
  type Path,
  type PathOptions,
  coverageTargetsOf,
  walk,
} from './paths.ts';
import { withSilentActors } from './paths/silentActors.ts';

/** The limits of the tours of a machine. */
export interface TourLimits {
  /** The largest number of events of a tour. */
  readonly maxEvents: number;
  /** Whether an event is possible after the earlier events of a tour; `snapshot` is the snapshot after them. */
  readonly canFollow?: (
    earlier: readonly AnyEventObject[],
    event: AnyEventObject,
    input: object | undefined,
    snapshot: AnyMachineSnapshot,
  ) => boolean;
  /**
   * The types of the events that tours have to use. With them, tours cover every state and these events, and not every
   * transition; so they are far fewer.
   */
  readonly statesAndEvents?: readonly string[];
  /** The facts about earlier events that `canFollow` depends on: the search distinguishes situations by them. */
  readonly historyKey?: (earlier: readonly AnyEventObject[]) => unknown;
}

export interface Tours {
  readonly paths: readonly Path[];
  /** The ids of states and transitions, or the events, that no tour passes, without those that are listed as unreachable. */
  readonly missing: readonly string[];
}

interface Tour {
  readonly input: object | undefined;
  readonly events: readonly AnyEventObject[];
  /** The snapshot after the events. */
  readonly snapshot: AnyMachineSnapshot;
}

/** The id of an event, next to those of states and transitions. */
const eventId = (type: string): string => `event ${type}`;

/**
 * Few long paths that together cover every reachable state and transition, or every state and the events of `statesAndEvents`. Each path continues from its last state to the nearest
 * transition that is still missing. This suits machines whose start costs more than many steps, such as a page in a browser.
 */
export function toursOf(
  model: MachineModel,
  { maxEvents, canFollow, historyKey, statesAndEvents }: TourLimits,
  { unreachable = {} }: PathOptions = {},
): Tours {
  const machine = withSilentActors(model.machine);
  const { states, transitions } = coverageTargetsOf(machine);
  const missing = new Set([
    ...states.keys(),
    ...(statesAndEvents ? statesAndEvents.map(eventId) : transitions.values()),
  ]);
  for (const id of Object.keys(unreachable)) missing.delete(id);

  /** The ids that an event passes, by the situation and the event. */
  const passedBy = new Map<string, readonly string[]>();
  const stepKey = (snapshot: AnyMachineSnapshot, event: AnyEventObject): string =>
    `${describeSituation(model, snapshot)} ${JSON.stringify(event)}`;
  const lastPassed = (tour: Pick<Tour, 'input' | 'events'>): readonly string[] => {
    const { visitedLast, steps } = walk(machine, model, tour);
    const last = steps.at(-1);
    return [...visitedLast, ...(last?.transitions ?? []), ...(last?.event ? [eventId(last.event.type)] : [])];
  };

  const situationKey = ({ snapshot, events }: Tour): string =>
    `${describeSituation(model, snapshot)} ${JSON.stringify(historyKey?.(events) ?? null)}`;

  /** The shortest continuation of a tour that passes a missing state or transition; null when there is none. */
  const continueTour = (tour: Tour, takesDetours: boolean): Tour | null => {
    const reached = new Set([situationKey(tour)]);
    const queue: Tour[] = [tour];
    for (let from = queue.shift(); from !== undefined; from = queue.shift()) {
      const { input, snapshot, events: earlier } = from;
      if (earlier.length === maxEvents) return null;
      for (const event of possibleEvents(snapshot, model)) {
        if (canFollow?.(earlier, event, input, snapshot) === false) continue;
        if (!takesDetours && model.isDetour?.(snapshot, event) === true) continue;
        const events = [...earlier, event];
        const name = stepKey(snapshot, event);
        const passed = passedBy.get(name) ?? lastPassed({ input, events });
        passedBy.set(name, passed);
        if (passed.some((id) => id in unreachable)) continue;
        const next: Tour = {
          input,
          events,
          snapshot: getNextSnapshot(machine, snapshot, event) as AnyMachineSnapshot,
        };
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

  const tours: Tour[] = [];
  const starts = (model.inputs ?? [undefined]).map((input): Tour => ({
    input,
    events: [],
    snapshot: getInitialSnapshot(machine, input) as AnyMachineSnapshot,
  }));
  const markPassed = (tour: Tour): void => {
    const { visited, taken } = walk(machine, model, tour);
    for (const id of visited) missing.delete(id);
    for (const transition of taken) missing.delete(transitions.get(transition) ?? '');
    for (const { type } of tour.events) missing.delete(eventId(type));
  };
  for (const takesDetours of [false, true]) {
    for (;;) {
      const [first] = starts
        .flatMap((start) => continueTour(start, takesDetours) ?? [])
        .toSorted((one, other) => one.events.length - other.events.length);
      if (first === undefined) break;
      let tour = first;
      for (let next: Tour | null = first; next; next = continueTour(tour, takesDetours)) {
        tour = next;
        markPassed(tour);
      }
      tours.push(tour);
    }
  }

  const paths = tours.map(({ input, events }) => ({
    input,
    events,
    steps: walk(machine, model, { input, events }).steps,
    isUnreachable: false,
  }));
  return { paths, missing: [...missing] };
}
