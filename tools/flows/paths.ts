import { getAdjacencyMap } from '@xstate/graph';
import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  SimulatedClock,
  type StateValue,
} from 'xstate';
import {
  selfAndDescendants,
  statesWithoutSnapshot,
  type StateNode,
  type Transition,
  transitionId,
  transitionsOf,
} from './transitions.ts';
import { greedyCover } from './paths/greedyCover.ts';
import { eventNamed, eventsOf, withSilentActors } from './paths/silentActors.ts';
import { describePath, describeValue, statePath, type Wording } from './words.ts';

export { withSilentActors } from './paths/silentActors.ts';

/*
 * Generates paths from a machine and its model (longPaths.ts generates long paths, structuralPaths.ts needs no model). @xstate/graph
 * finds the reachable states. The transitions of a path are recorded on the running machine, always- and delayed transitions
 * included.
 */

/** A machine with the data that its paths need: inputs, event payloads, and what distinguishes its situations. */
export interface MachineModel {
  readonly machine: AnyStateMachine;
  /** By default one start without input. */
  readonly inputs?: readonly (object | undefined)[];
  /** By event type. An event that is not listed is sent without a payload. */
  readonly payloads?: Readonly<Record<string, readonly object[]>>;
  /** Values that distinguish two situations besides the state value, by name; as few as possible. */
  key?(snapshot: AnyMachineSnapshot): Readonly<Record<string, unknown>>;
  /** Values that the recorded behaviour distinguishes besides the key, for actions that depend on certain values. */
  detail?(snapshot: AnyMachineSnapshot): Readonly<Record<string, unknown>>;
  /** The search fails when there are more; by default 5,000. */
  readonly maxSituations?: number;
  /** The machine may end with the failure of an actor that it invokes; its parent handles this failure. */
  readonly mayFail?: true;
  /** Whether an event can happen outside the machine. Events that cannot are not sent, even if the machine listens to them. */
  canHappen?(snapshot: AnyMachineSnapshot, event: AnyEventObject): boolean;
  /** Whether an event is a detour: paths use it only for states and transitions that cannot be reached without it. */
  isDetour?(snapshot: AnyMachineSnapshot, event: AnyEventObject): boolean;
}

/** A path through the machine: the input, the events, and the state after each of them. */
export interface Path {
  readonly input: object | undefined;
  readonly events: readonly AnyEventObject[];
  /** The start, and one step for each event. */
  readonly steps: readonly Step[];
  /** The path takes a transition that is listed as unreachable. */
  readonly isUnreachable: boolean;
}

export interface PathOptions {
  /** Transitions and states that are unreachable in practice, by id with the reason: paths that need them come last. */
  readonly unreachable?: Readonly<Record<string, string>>;
  /** Texts of the project's values, for messages. */
  readonly wording?: Wording;
}

export interface Step {
  /** Null for the start. */
  readonly event: AnyEventObject | null;
  /** After the step: 'card.paying.clean'. */
  readonly state: string;
  readonly transitions: readonly string[];
  /** After the step. */
  readonly context: unknown;
}

export interface Coverage {
  readonly states: number;
  readonly transitions: number;
  readonly paths: readonly Path[];
  /** Ids of states and transitions that no path reaches. */
  readonly missing: readonly string[];
  /** Steps after which the running machine was in another state than the model predicted. */
  readonly drift: readonly string[];
}

/** All states of a machine except its root, and all transitions, with readable ids. */
export function coverageTargetsOf(machine: AnyStateMachine): {
  states: Map<string, StateNode>;
  transitions: Map<Transition, string>;
} {
  const states = new Map<string, StateNode>();
  const transitions = new Map<Transition, string>();
  for (const node of selfAndDescendants(machine.root)) {
    if (node !== machine.root) states.set(node.id, node);
    for (const transition of transitionsOf(node).flatMap(([, candidates]) => candidates)) {
      transitions.set(transition, transitionId(transition));
    }
  }
  return { states, transitions };
}

interface PathRun {
  readonly taken: ReadonlySet<Transition>;
  readonly visited: ReadonlySet<string>;
  readonly visitedLast: ReadonlySet<string>;
  /** After the start and after each event. */
  readonly expectedValues: readonly string[];
  readonly steps: readonly Step[];
}

type EventSequence = Pick<Path, 'input' | 'events'>;

/** Plays a path on the running machine and records the states and transitions that it passes. */
export function runPath(
  machine: AnyStateMachine,
  { mayFail }: MachineModel,
  { input, events }: EventSequence,
): PathRun {
  const taken = new Set<Transition>();
  const visited = new Set<string>();
  let visitedLast = new Set<string>();
  const values: string[] = [];
  const steps: Step[] = [];
  let takenInStep: string[] = [];
  const actor = createActor(machine, {
    input,
    clock: new SimulatedClock(),
    inspect: (event) => {
      if (event.type !== '@xstate.microstep') return;
      for (const transition of event._transitions as Transition[]) {
        taken.add(transition);
        takenInStep.push(transitionId(transition));
        // A state that an always-transition leaves immediately is in no snapshot.
        for (const id of statesWithoutSnapshot(transition))
          [visited, visitedLast].forEach((ids) => ids.add(id));
      }
      const snapshot = event.snapshot as AnyMachineSnapshot;
      for (const node of snapshot._nodes) [visited, visitedLast].forEach((ids) => ids.add(node.id));
    },
  });
  const recordStep = (event: AnyEventObject | null): void => {
    const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
    for (const node of snapshot._nodes) visited.add(node.id);
    values.push(JSON.stringify(snapshot.value));
    const { context, value } = snapshot as { context: unknown; value: StateValue };
    steps.push({ event, state: statePath(value), transitions: takenInStep, context });
    takenInStep = [];
  };
  // Without a listener, XState throws the error of an actor without a parent.
  actor.subscribe({ error: () => undefined });
  actor.start();
  recordStep(null);
  for (const event of events) {
    visitedLast = new Set();
    actor.send(event);
    recordStep(event);
  }
  const { status, error } = actor.getSnapshot() as AnyMachineSnapshot;
  const isExpectedFailure =
    mayFail === true && error === (events.at(-1) as { error?: unknown } | undefined)?.error;
  if (status === 'error' && !isExpectedFailure)
    throw new Error(
      `${machine.id}: the path ends in an error: ${describePath({ events })}: ${reasonOf(error)}${inputHint(input, events)}`,
      { cause: error },
    );
  actor.stop();
  return { taken, visited, visitedLast, expectedValues: values, steps };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : describeValue(error));

/** A hint for a machine that fails at its start without an input: most of these machines read their input. */
const inputHint = (input: object | undefined, events: readonly AnyEventObject[]): string =>
  input === undefined && events.length === 0
    ? '. A machine that reads its input needs "inputs" in its model'
    : '';

export const stepsOf = (model: MachineModel, events: readonly AnyEventObject[]): readonly Step[] =>
  runPath(withSilentActors(model.machine), model, { input: model.inputs?.[0], events }).steps;

/** The package types its graph for one machine only. */
type Graph = Record<
  string,
  {
    readonly state: AnyMachineSnapshot;
    readonly transitions: Record<
      string,
      { readonly event: AnyEventObject; readonly state: AnyMachineSnapshot }
    >;
  }
>;

interface Edge {
  readonly path: EventSequence;
  readonly values: readonly string[];
  readonly hasDetour: boolean;
}

/** A model with more situations than this most likely has a key without a bound. */
const DEFAULT_MAX_SITUATIONS = 5_000;

/** Most likely the one without a bound. */
function mostVariedKey(keys: readonly Readonly<Record<string, unknown>>[]): string {
  const names = [...new Set(keys.flatMap((key) => Object.keys(key)))];
  const count = (name: string): number => new Set(keys.map((key) => JSON.stringify(key[name]))).size;
  return names.toSorted((a, b) => count(b) - count(a))[0] ?? 'no key';
}

export const describeSituation = (model: MachineModel, snapshot: AnyMachineSnapshot): string =>
  JSON.stringify([snapshot.status, snapshot.value, model.key?.(snapshot) ?? null]);

/** All situations that the model distinguishes, from one start, with the result of each event. */
function graphOf(machine: AnyStateMachine, model: MachineModel, input: object | undefined): Graph {
  const keys = new Map<string, Readonly<Record<string, unknown>>>();
  const maxSituations = model.maxSituations ?? DEFAULT_MAX_SITUATIONS;
  return getAdjacencyMap(machine, {
    ...(input ? { input } : {}),
    serializeState: (state) => {
      const snapshot = state as AnyMachineSnapshot;
      const situation = describeSituation(model, snapshot);
      keys.set(situation, model.key?.(snapshot) ?? {});
      if (keys.size > maxSituations) {
        throw new Error(
          `${machine.id} has more than ${maxSituations} situations: the key "${mostVariedKey([...keys.values()])}" of its model has no bound`,
        );
      }
      return situation;
    },
    events: (snapshot) => possibleEvents(snapshot as AnyMachineSnapshot, model),
  }) as unknown as Graph;
}

/** A situation that the model distinguishes, and all events that can happen in it. */
export interface Situation {
  readonly snapshot: AnyMachineSnapshot;
  readonly events: readonly AnyEventObject[];
}

/** All situations of a model, from all starts. */
export const situationsOf = (model: MachineModel): Situation[] => {
  const machine = withSilentActors(model.machine);
  const detailed: MachineModel = {
    ...model,
    key: (snapshot) => ({ ...model.key?.(snapshot), ...model.detail?.(snapshot) }),
  };
  return (model.inputs ?? [undefined])
    .flatMap((input) => Object.values(graphOf(machine, detailed, input)))
    .map(({ state, transitions }) => ({
      snapshot: state,
      events: Object.values(transitions).map(({ event }) => event),
    }));
};

/** One for every event that can happen in each reachable situation. */
function edgesOf(machine: AnyStateMachine, model: MachineModel, input: object | undefined): Edge[] {
  const adjacency = graphOf(machine, model, input);

  const valueOf = (key: string): string => JSON.stringify(adjacency[key]?.state.value);
  const [startKey] = Object.keys(adjacency);
  if (startKey === undefined) return [];
  const reached = new Map<string, Edge>([
    [startKey, { path: { input, events: [] }, values: [valueOf(startKey)], hasDetour: false }],
  ]);
  const queue = [startKey];
  const detours: [nextKey: string, edge: Edge][] = [];
  const edges: Edge[] = [...reached.values()];
  const enqueue = (nextKey: string, edge: Edge): void => {
    if (reached.has(nextKey)) return;
    reached.set(nextKey, edge);
    queue.push(nextKey);
  };
  do {
    for (let key = queue.shift(); key !== undefined; key = queue.shift()) {
      const { path, values, hasDetour } = reached.get(key) as Edge;
      for (const { event, state: next } of Object.values(adjacency[key]?.transitions ?? {})) {
        const nextKey = describeSituation(model, next);
        const isDetour = model.isDetour?.((adjacency[key] as Graph[string]).state, event) ?? false;
        const edge: Edge = {
          path: { input, events: [...path.events, event] },
          values: [...values, JSON.stringify(next.value)],
          hasDetour: hasDetour || isDetour,
        };
        edges.push(edge);
        if (isDetour) detours.push([nextKey, edge]);
        else enqueue(nextKey, edge);
      }
    }
    const detour = detours.shift();
    if (detour !== undefined) enqueue(...detour);
  } while (queue.length > 0 || detours.length > 0);
  return edges;
}

/** From all starts. Many of these paths overlap. */
export const shortestPathsToEdges = (model: MachineModel): Pick<Path, 'input' | 'events'>[] =>
  (model.inputs ?? [undefined])
    .flatMap((input) => edgesOf(withSilentActors(model.machine), model, input))
    .map(({ path }) => path);

/** All events that the active states listen to, with each of their payloads. */
export function possibleEvents(snapshot: AnyMachineSnapshot, model: MachineModel): AnyEventObject[] {
  if (snapshot.status !== 'active') return [];
  return eventsOf(snapshot)
    .flatMap((type) =>
      (model.payloads?.[type] ?? [{}]).map((payload) => ({
        type: eventNamed(type),
        ...payload,
      })),
    )
    .filter((event) => model.canHappen?.(snapshot, event) ?? true);
}

/**
 * Few and short paths that together cover every state and every transition of the machine, and what they leave out. The candidates
 * are the shortest paths to every edge; a greedy cover selects from them. Paths with detours are selected after paths without
 * them. Paths with unreachable transitions come last, so that a browser test can skip only these.
 */
export function coveringPaths(
  model: MachineModel,
  { unreachable = {}, wording }: PathOptions = {},
): Coverage {
  const machine = withSilentActors(model.machine);
  const { states, transitions } = coverageTargetsOf(machine);
  const drift: string[] = [];
  const played = (model.inputs ?? [undefined])
    .flatMap((input) => edgesOf(machine, model, input))
    .map(({ path, values, hasDetour }) => {
      const { taken, visited, expectedValues: actualValues } = runPath(machine, model, path);
      const step = actualValues.findIndex((value, i) => value !== values[i]);
      if (step >= 0) {
        drift.push(
          `${machine.id}: ${describePath(path, wording)}: after step ${step} in ${actualValues[step]}, the model says ${values[step]}`,
        );
      }
      const seen = [...visited, ...[...taken].flatMap((transition) => transitions.get(transition) ?? [])];
      const isUnreachable = seen.some((id) => id in unreachable);
      return { path: { ...path, isUnreachable }, seen, hasDetour };
    });

  const groups = [
    played.filter(({ path, hasDetour }) => !path.isUnreachable && !hasDetour),
    played.filter(({ path, hasDetour }) => !path.isUnreachable && hasDetour),
    played.filter(({ path }) => path.isUnreachable),
  ];
  const { kept, passed } = greedyCover(groups);
  // The selected paths are played again, because keeping the contexts of all candidates would take too much memory.
  const paths = kept.map((path) => ({ ...path, steps: runPath(machine, model, path).steps }));
  const missing = [...states.keys(), ...transitions.values()].filter((id) => !passed.has(id));
  return { states: states.size, transitions: transitions.size, paths, missing, drift };
}
