import { type AnyEventObject, type AnyMachineSnapshot, getInitialSnapshot, getNextSnapshot } from 'xstate';
import {
  describeSituation,
  eventsIn,
  type MachineModel,
  type Path,
  type PathOptions,
  universeOf,
  walk,
} from './paths.ts';
import { silenced } from './paths/silenced.ts';

/** What limits the tours of a machine. */
export interface TourLimits {
  /** The largest number of events of a tour. */
  readonly longest: number;
  /** Whether an event is possible after those that a tour has had; `at` is where they have led. */
  readonly mayFollow?: (
    earlier: readonly AnyEventObject[],
    event: AnyEventObject,
    input: object | undefined,
    at: AnyMachineSnapshot,
  ) => boolean;
  /** What mayFollow remembers of the earlier events, where the search must tell situations apart by it. */
  readonly memory?: (earlier: readonly AnyEventObject[]) => unknown;
}

export interface Tours {
  readonly paths: readonly Path[];
  /** Ids of states and transitions that none of them passes, and that are not named as unreachable. */
  readonly missing: readonly string[];
}

interface Tour {
  readonly input: object | undefined;
  readonly events: readonly AnyEventObject[];
  /** Where it has come to. */
  readonly at: AnyMachineSnapshot;
}

/**
 * Few long paths that together pass every state and every transition that can be reached. Each continues from where it is
 * to the nearest transition that is still missing, where a start, as of a page in a browser, costs more than many steps.
 */
export function toursOf(
  model: MachineModel,
  { longest, mayFollow, memory }: TourLimits,
  { unreachable = {} }: PathOptions = {},
): Tours {
  const machine = silenced(model.machine);
  const { states, transitions } = universeOf(machine);
  const missing = new Set([...states.keys(), ...transitions.values()]);
  for (const id of Object.keys(unreachable)) missing.delete(id);

  /** Ids that an event passes, by the situation in which it happens. */
  const passedBy = new Map<string, readonly string[]>();
  const nameOf = (at: AnyMachineSnapshot, event: AnyEventObject): string =>
    `${describeSituation(model, at)} ${JSON.stringify(event)}`;
  const lastPassed = (tour: Pick<Tour, 'input' | 'events'>): readonly string[] => {
    const { visitedLast, steps } = walk(machine, model, tour);
    return [...visitedLast, ...(steps.at(-1)?.transitions ?? [])];
  };

  const placeOf = ({ at, events }: Tour): string =>
    `${describeSituation(model, at)} ${JSON.stringify(memory?.(events) ?? null)}`;

  /** The shortest continuation of a tour that passes something that is missing. */
  const continued = (tour: Tour, takesDetours: boolean): Tour | null => {
    const reached = new Set([placeOf(tour)]);
    const queue: Tour[] = [tour];
    for (let from = queue.shift(); from !== undefined; from = queue.shift()) {
      const { input, at, events: earlier } = from;
      if (earlier.length === longest) return null;
      for (const event of eventsIn(at, model)) {
        if (mayFollow?.(earlier, event, input, at) === false) continue;
        if (!takesDetours && model.isDetour?.(at, event) === true) continue;
        const events = [...earlier, event];
        const name = nameOf(at, event);
        const passed = passedBy.get(name) ?? lastPassed({ input, events });
        passedBy.set(name, passed);
        if (passed.some((id) => id in unreachable)) continue;
        const next: Tour = { input, events, at: getNextSnapshot(machine, at, event) as AnyMachineSnapshot };
        if (passed.some((id) => missing.has(id))) {
          // The situations that the model does not tell apart may pass different transitions.
          const really = lastPassed(next);
          passedBy.set(name, really);
          if (really.some((id) => missing.has(id))) return next;
        }
        const to = placeOf(next);
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
    at: getInitialSnapshot(machine, input) as AnyMachineSnapshot,
  }));
  const pass = (tour: Tour): void => {
    const { visited, taken } = walk(machine, model, tour);
    for (const id of visited) missing.delete(id);
    for (const transition of taken) missing.delete(transitions.get(transition) ?? '');
  };
  for (const takesDetours of [false, true]) {
    for (;;) {
      const [first] = starts
        .flatMap((start) => continued(start, takesDetours) ?? [])
        .toSorted((one, other) => one.events.length - other.events.length);
      if (first === undefined) break;
      let tour = first;
      for (let next: Tour | null = first; next; next = continued(tour, takesDetours)) {
        tour = next;
        pass(tour);
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
