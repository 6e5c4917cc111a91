import { getAdjacencyMap } from '@xstate/graph';
import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  SimulatedClock,
  type StateValue,
} from 'xstate';
import { selfAndDescendants, type Transition, transitionId, transitionsOf } from './transitions.ts';
import { greedyCover } from './paths/greedyCover.ts';
import { eventNamed, heardEvents, withSilentActors } from './paths/silentActors.ts';
import { describePath, describeValue, statePath, type Wording } from './words.ts';

export { withSilentActors } from './paths/silentActors.ts';

/*
 * Generates paths from a machine and its model (longPaths.ts generates long paths, structuralPaths.ts needs no model). @xstate/graph
 * finds the shortest paths. Their transitions are recorded on the running machine, always- and delayed transitions included.
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
  /** All events of a situation, instead of those that the machine handles, with the payloads of the model. */
  events?(snapshot: AnyMachineSnapshot): AnyEventObject[];
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
export function coverageTargetsOf({ root }: AnyStateMachine) {
  const nodes = selfAndDescendants(root);
  const transitions = nodes.flatMap(transitionsOf).flatMap(([, candidates]) => candidates);
  return {
    states: new Map(nodes.slice(1).map((node) => [node.id, node])),
    transitions: new Map(transitions.map((transition) => [transition, transitionId(transition)])),
  };
}

interface PlayedStep extends Step {
  readonly value: string;
  /** Ids of the states and transitions. */
  readonly passed: ReadonlySet<string>;
}

type EventSequence = Pick<Path, 'input' | 'events'>;

/** Plays a path on the running machine and records the states and transitions that it passes. */
export function runPath(
  machine: AnyStateMachine,
  { mayFail }: MachineModel,
  { input, events }: EventSequence,
): readonly PlayedStep[] {
  const steps: PlayedStep[] = [];
  let transitions: string[] = [];
  let passed = new Set<string>();
  const actor = createActor(machine, {
    input,
    clock: new SimulatedClock(),
    inspect: (event) => {
      if (event.type !== '@xstate.microstep') return;
      for (const transition of event._transitions as Transition[]) {
        const id = transitionId(transition);
        transitions.push(id);
        // No snapshot has a history state, or a state that an always-transition leaves immediately.
        for (const node of [transition.source, ...(transition.target ?? [])]) passed.add(node.id);
        passed.add(id);
      }
      for (const node of (event.snapshot as AnyMachineSnapshot)._nodes) passed.add(node.id);
    },
  });
  const recordStep = (event: AnyEventObject | null): void => {
    const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
    for (const node of snapshot._nodes) passed.add(node.id);
    const { context, value } = snapshot as { context: unknown; value: StateValue };
    const state = statePath(value);
    steps.push({ event, state, transitions, context, value: JSON.stringify(value), passed });
    transitions = [];
    passed = new Set();
  };
  // Without a listener, XState throws the error of an actor without a parent.
  actor.subscribe({ error: () => undefined });
  actor.start();
  recordStep(null);
  for (const event of events) {
    actor.send(event);
    recordStep(event);
  }
  const { status, error } = actor.getSnapshot() as AnyMachineSnapshot;
  const isExpectedFailure =
    mayFail === true && error === (events.at(-1) as { error?: unknown } | undefined)?.error;
  if (status === 'error' && !isExpectedFailure) {
    const reason = error instanceof Error ? error.message : describeValue(error);
    // Most machines that fail at their start without an input read it.
    const needsInput = input === undefined && events.length === 0;
    const hint = needsInput ? '. A machine that reads its input needs "inputs" in its model' : '';
    const text = `${machine.id}: the path ends in an error: ${describePath({ events })}: ${reason}${hint}`;
    throw new Error(text, { cause: error });
  }
  actor.stop();
  return steps;
}

export const stepsOf = (model: MachineModel, events: readonly AnyEventObject[]): readonly Step[] =>
  runPath(withSilentActors(model.machine), model, { input: model.inputs?.[0], events });

/** A model with more situations than this most likely has a key without a bound. */
const DEFAULT_MAX_SITUATIONS = 5_000;

/** Most likely the one without a bound. */
function mostVariedKey(keys: readonly Readonly<Record<string, unknown>>[]): string {
  const count = (name: string): number => new Set(keys.map((key) => JSON.stringify(key[name]))).size;
  return keys.flatMap(Object.keys).toSorted((a, b) => count(b) - count(a))[0] ?? 'no key';
}

export const describeSituation = (model: MachineModel, snapshot: AnyMachineSnapshot): string =>
  JSON.stringify([snapshot.status, snapshot.value, model.key?.(snapshot) ?? null]);

/** All events that can happen in a situation, with each of their payloads: the option `events` of @xstate/graph. */
export const eventsOf =
  (model: MachineModel) =>
  (snapshot: AnyMachineSnapshot): AnyEventObject[] => {
    if (snapshot.status !== 'active') return [];
    if (model.events) return model.events(snapshot);
    return heardEvents(snapshot)
      .flatMap((type) =>
        (model.payloads?.[type] ?? [{}]).map((payload) => ({ type: eventNamed(type), ...payload })),
      )
      .filter((event) => model.canHappen?.(snapshot, event) ?? true);
  };

/** What the functions of @xstate/graph need to know about a model: `getShortestPaths(machine, traversalOf(model))`. */
export function traversalOf(model: MachineModel, input?: object) {
  const keys = new Map<string, Readonly<Record<string, unknown>>>();
  const { maxSituations = DEFAULT_MAX_SITUATIONS } = model;
  return {
    ...(input && { input }),
    events: eventsOf(model),
    serializeState: (snapshot: AnyMachineSnapshot): string => {
      const situation = describeSituation(model, snapshot);
      keys.set(situation, model.key?.(snapshot) ?? {});
      if (keys.size <= maxSituations) return situation;
      const reason = `the key "${mostVariedKey([...keys.values()])}" of its model has no bound`;
      throw new Error(`${model.machine.id} has more than ${maxSituations} situations: ${reason}`);
    },
  };
}

interface Result {
  readonly event: AnyEventObject;
  readonly state: AnyMachineSnapshot;
}

/** All situations that the model distinguishes, from one start, with the result of each event. The package types them otherwise. */
const graphOf = (model: MachineModel, input: object | undefined) =>
  getAdjacencyMap(withSilentActors(model.machine), traversalOf(model, input)) as unknown as Readonly<
    Record<string, { state: AnyMachineSnapshot; transitions: Record<string, Result> }>
  >;

const inputsOf = ({ inputs = [undefined] }: MachineModel): readonly (object | undefined)[] => inputs;

/** All situations that the model distinguishes, from all starts, and all events that can happen in each. */
export function situationsOf(model: MachineModel) {
  const key: MachineModel['key'] = (snapshot) => ({ ...model.key?.(snapshot), ...model.detail?.(snapshot) });
  return inputsOf(model)
    .flatMap((input) => Object.values(graphOf({ ...model, key }, input)))
    .map(({ state, transitions }) => ({
      snapshot: state,
      events: Object.values(transitions).map(({ event }) => event),
    }));
}

interface Edge {
  readonly path: EventSequence;
  /** After the start and after each event. */
  readonly snapshots: readonly AnyMachineSnapshot[];
  readonly hasDetour: boolean;
}

/** The shortest path to every situation, without detours if possible, continued with every event that can happen there. */
function edgesFrom(model: MachineModel, input: object | undefined): Edge[] {
  const situations = new Map(Object.entries(graphOf(model, input)));
  const [start] = [...situations.values()];
  if (start === undefined) return [];
  const first: Edge = { path: { input, events: [] }, snapshots: [start.state], hasDetour: false };
  const [edges, queue, detours]: [Edge[], Edge[], Edge[]] = [[first], [], []];
  for (let next: Edge | undefined = first; next; next = queue.shift() ?? detours.shift()) {
    const { path, snapshots, hasDetour } = next;
    const name = describeSituation(model, snapshots.at(-1) as AnyMachineSnapshot);
    const { state, transitions = {} } = situations.get(name) ?? {};
    situations.delete(name);
    for (const { event, state: after } of Object.values(transitions)) {
      const isDetour = state !== undefined && model.isDetour?.(state, event) === true;
      const edge: Edge = {
        path: { input, events: [...path.events, event] },
        snapshots: [...snapshots, after],
        hasDetour: hasDetour || isDetour,
      };
      edges.push(edge);
      (isDetour ? detours : queue).push(edge);
    }
  }
  return edges;
}

const edgesOf = (model: MachineModel): Edge[] => inputsOf(model).flatMap((input) => edgesFrom(model, input));

/** From all starts. Many of these paths overlap. */
export const shortestPathsToEdges = (model: MachineModel): EventSequence[] =>
  edgesOf(model).map(({ path }) => path);

/**
 * Few and short paths that together cover every state and every transition of the machine, and what they leave out: a greedy
 * selection from the shortest paths to every edge. Paths with detours are selected after paths without them. Paths with
 * unreachable transitions come last, so that a browser test can skip only these.
 */
export function coveringPaths(
  model: MachineModel,
  { unreachable = {}, wording }: PathOptions = {},
): Coverage {
  const machine = withSilentActors(model.machine);
  const { states, transitions } = coverageTargetsOf(machine);
  const drift: string[] = [];
  const played = edgesOf(model).map(({ path, snapshots, hasDetour }) => {
    const steps = runPath(machine, model, path);
    const values = snapshots.map(({ value }) => JSON.stringify(value));
    const step = steps.findIndex(({ value }, i) => value !== values[i]);
    const found = `after step ${step} in ${steps[step]?.value}, the model says ${values[step]}`;
    if (step >= 0) drift.push(`${machine.id}: ${describePath(path, wording)}: ${found}`);
    const seen = [...new Set(steps.flatMap(({ passed }) => [...passed]))];
    const isUnreachable = seen.some((id) => id in unreachable);
    return { path: { ...path, isUnreachable }, seen, rank: isUnreachable ? 2 : Number(hasDetour) };
  });
  const { kept, passed } = greedyCover([0, 1, 2].map((rank) => played.filter((each) => each.rank === rank)));
  // The selected paths are played again, because keeping the contexts of all candidates would take too much memory.
  const paths = kept.map((path) => ({ ...path, steps: runPath(machine, model, path) }));
  const missing = [...states.keys(), ...transitions.values()].filter((id) => !passed.has(id));
  return { states: states.size, transitions: transitions.size, paths, missing, drift };
}
