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
  nodesBelow,
  passedUnseen,
  type StateNode,
  type Transition,
  transitionId,
  transitionsOf,
} from './transitions.ts';
import { fewest } from './paths/fewest.ts';
import { eventNamed, eventsOf, silenced } from './paths/silenced.ts';
import { describePath, describeValue, statePath, type Wording } from './words.ts';

export { silenced } from './paths/silenced.ts';

/*
 * Generates paths from a machine and its model (tours.ts makes long ones of them, structuralPaths.ts needs no model). It
 * imports @xstate/graph for the reachable states; which transitions a path really takes is measured on the running machine,
 * always- and delayed transitions included.
 */

/** What a machine's paths need beside the machine: boot inputs, event payloads, and what distinguishes its states. */
export interface MachineModel {
  readonly machine: AnyStateMachine;
  /** Inputs to start with; one start without input when left out. */
  readonly inputs?: readonly (object | undefined)[];
  /** The payloads to try for an event type; an event that is not named here is sent bare. */
  readonly payloads?: Readonly<Record<string, readonly object[]>>;
  /** What beside the state value distinguishes two situations, by name and as small as possible. */
  key?(snapshot: AnyMachineSnapshot): Readonly<Record<string, unknown>>;
  /** What the recorded behaviour distinguishes beside the key, where an action works only on certain values. */
  detail?(snapshot: AnyMachineSnapshot): Readonly<Record<string, unknown>>;
  /** The search for paths fails when there are more; 5,000 when left out. */
  readonly mostSituations?: number;
  /** The machine may end with the failure of an actor that it invokes, which is then its parent's to handle. */
  readonly mayFail?: true;
  /** What the world around the machine allows, when that is less than what the machine listens to. */
  canHappen?(snapshot: AnyMachineSnapshot, event: AnyEventObject): boolean;
  /** An event that no path takes on the way to what can be reached without it. */
  isDetour?(snapshot: AnyMachineSnapshot, event: AnyEventObject): boolean;
}

/** A walk through the machine: from the start with an input, by events, to where each leads. */
export interface Path {
  readonly input: object | undefined;
  readonly events: readonly AnyEventObject[];
  /** Where the start and each event lead on the running machine. */
  readonly steps: readonly Step[];
  /** It takes a transition that is named as unreachable where the paths are walked. */
  readonly isUnreachable: boolean;
}

/** What a project adds to the paths of its machines. */
export interface PathOptions {
  /** Transitions and states that only theory knows, by id with the reason: paths that need them come last. */
  readonly unreachable?: Readonly<Record<string, string>>;
  /** Values in the project's own words, for messages. */
  readonly wording?: Wording;
}

export interface Step {
  /** The start has none. */
  readonly event: AnyEventObject | null;
  /** The state it ends in: 'card.paying.clean'. */
  readonly state: string;
  /** Ids of the transitions that it takes. */
  readonly transitions: readonly string[];
  /** The machine's context after it. */
  readonly context: unknown;
}

export interface Coverage {
  readonly states: number;
  readonly transitions: number;
  readonly paths: readonly Path[];
  /** Ids of states and transitions that no path reaches. */
  readonly missing: readonly string[];
  /** Steps at which the running machine was elsewhere than the model said. */
  readonly drift: readonly string[];
}

/** Every state of a machine but its root, and every transition, by readable ids. */
export function universeOf(machine: AnyStateMachine): {
  states: Map<string, StateNode>;
  transitions: Map<Transition, string>;
} {
  const states = new Map<string, StateNode>();
  const transitions = new Map<Transition, string>();
  for (const node of nodesBelow(machine.root)) {
    if (node !== machine.root) states.set(node.id, node);
    for (const transition of transitionsOf(node).flatMap(([, candidates]) => candidates)) {
      transitions.set(transition, transitionId(transition));
    }
  }
  return { states, transitions };
}

interface Walk {
  readonly taken: ReadonlySet<Transition>;
  readonly visited: ReadonlySet<string>;
  /** Ids of the states that the last step enters or leaves. */
  readonly visitedLast: ReadonlySet<string>;
  /** The state value after the start and after each event. */
  readonly values: readonly string[];
  readonly steps: readonly Step[];
}

type Way = Pick<Path, 'input' | 'events'>;

/** Walks a path on the running machine and notes what it passes. */
export function walk(machine: AnyStateMachine, { mayFail }: MachineModel, { input, events }: Way): Walk {
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
        // A state that an always-transition leaves at once is in no snapshot.
        for (const id of passedUnseen(transition)) [visited, visitedLast].forEach((ids) => ids.add(id));
      }
      const snapshot = event.snapshot as AnyMachineSnapshot;
      for (const node of snapshot._nodes) [visited, visitedLast].forEach((ids) => ids.add(node.id));
    },
  });
  const note = (event: AnyEventObject | null): void => {
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
  note(null);
  for (const event of events) {
    visitedLast = new Set();
    actor.send(event);
    note(event);
  }
  const { status, error } = actor.getSnapshot() as AnyMachineSnapshot;
  const isPassedOn = mayFail === true && error === (events.at(-1) as { error?: unknown } | undefined)?.error;
  if (status === 'error' && !isPassedOn)
    throw new Error(
      `${machine.id}: the path ends in an error: ${describePath({ events })}: ${reasonOf(error)}${needsInput(input, events)}`,
      { cause: error },
    );
  actor.stop();
  return { taken, visited, visitedLast, values, steps };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : describeValue(error));

/** A machine that fails at its start without an input is most often one that reads its input. */
const needsInput = (input: object | undefined, events: readonly AnyEventObject[]): string =>
  input === undefined && events.length === 0
    ? '. A machine that reads its input needs "inputs" in its model'
    : '';

/** Where given events lead, on the running machine. */
export const stepsAlong = (model: MachineModel, events: readonly AnyEventObject[]): readonly Step[] =>
  walk(silenced(model.machine), model, { input: model.inputs?.[0], events }).steps;

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

interface Reached {
  readonly path: Way;
  readonly values: readonly string[];
  readonly hasDetour: boolean;
}

/** With more situations than this, a key of the model grows without end. */
const MOST_SITUATIONS = 5_000;

/** The key with the most values among situations, as the one that has no bound. */
function mostVaried(keys: readonly Readonly<Record<string, unknown>>[]): string {
  const names = [...new Set(keys.flatMap((key) => Object.keys(key)))];
  const count = (name: string): number => new Set(keys.map((key) => JSON.stringify(key[name]))).size;
  return names.toSorted((a, b) => count(b) - count(a))[0] ?? 'no key';
}

export const describeSituation = (model: MachineModel, snapshot: AnyMachineSnapshot): string =>
  JSON.stringify([snapshot.status, snapshot.value, model.key?.(snapshot) ?? null]);

/** Every situation that the model distinguishes, from one start, with what each event leads to. */
function graphOf(machine: AnyStateMachine, model: MachineModel, input: object | undefined): Graph {
  const keys = new Map<string, Readonly<Record<string, unknown>>>();
  const most = model.mostSituations ?? MOST_SITUATIONS;
  return getAdjacencyMap(machine, {
    ...(input ? { input } : {}),
    serializeState: (state) => {
      const snapshot = state as AnyMachineSnapshot;
      const situation = describeSituation(model, snapshot);
      keys.set(situation, model.key?.(snapshot) ?? {});
      if (keys.size > most) {
        throw new Error(
          `${machine.id} has more than ${most} situations: the key "${mostVaried([...keys.values()])}" of its model has no bound`,
        );
      }
      return situation;
    },
    events: (snapshot) => eventsIn(snapshot as AnyMachineSnapshot, model),
  }) as unknown as Graph;
}

/** A situation that the model distinguishes, and every event that could happen there. */
export interface Situation {
  readonly snapshot: AnyMachineSnapshot;
  readonly events: readonly AnyEventObject[];
}

/** Every situation of a model, from every start. */
export const situationsOf = (model: MachineModel): Situation[] => {
  const machine = silenced(model.machine);
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

/** The shortest way to every edge of the model's graph: each reachable state and every event that could happen there. */
function edgesOf(machine: AnyStateMachine, model: MachineModel, input: object | undefined): Reached[] {
  const adjacency = graphOf(machine, model, input);

  const valueOf = (key: string): string => JSON.stringify(adjacency[key]?.state.value);
  const [startKey] = Object.keys(adjacency);
  if (startKey === undefined) return [];
  const reached = new Map<string, Reached>([
    [startKey, { path: { input, events: [] }, values: [valueOf(startKey)], hasDetour: false }],
  ]);
  const queue = [startKey];
  const detours: [nextKey: string, edge: Reached][] = [];
  const edges: Reached[] = [...reached.values()];
  const reach = (nextKey: string, edge: Reached): void => {
    if (reached.has(nextKey)) return;
    reached.set(nextKey, edge);
    queue.push(nextKey);
  };
  do {
    for (let key = queue.shift(); key !== undefined; key = queue.shift()) {
      const { path, values, hasDetour } = reached.get(key) as Reached;
      for (const { event, state: next } of Object.values(adjacency[key]?.transitions ?? {})) {
        const nextKey = describeSituation(model, next);
        const isDetour = model.isDetour?.((adjacency[key] as Graph[string]).state, event) ?? false;
        const edge: Reached = {
          path: { input, events: [...path.events, event] },
          values: [...values, JSON.stringify(next.value)],
          hasDetour: hasDetour || isDetour,
        };
        edges.push(edge);
        if (isDetour) detours.push([nextKey, edge]);
        else reach(nextKey, edge);
      }
    }
    const detour = detours.shift();
    if (detour !== undefined) reach(...detour);
  } while (queue.length > 0 || detours.length > 0);
  return edges;
}

/** The shortest way to each edge of the model's graph, from every start: all that can happen, much of it many times. */
export const everyWay = (model: MachineModel): Pick<Path, 'input' | 'events'>[] =>
  (model.inputs ?? [undefined])
    .flatMap((input) => edgesOf(silenced(model.machine), model, input))
    .map(({ path }) => path);

/** Every event that an active state listens to, with each of its payloads. */
export function eventsIn(snapshot: AnyMachineSnapshot, model: MachineModel): AnyEventObject[] {
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
 * Paths that together pass every state and every transition of the machine, few and short, and what they leave out.
 * Candidates are the shortest ways to every edge; the next one kept is always that which passes most that is new for its
 * length. Detours come after what is reached without them, and what only theory knows comes last, so that other walkers of
 * the paths can walk all but those few.
 */
export function coveringPaths(
  model: MachineModel,
  { unreachable = {}, wording }: PathOptions = {},
): Coverage {
  const machine = silenced(model.machine);
  const { states, transitions } = universeOf(machine);
  const drift: string[] = [];
  const walked = (model.inputs ?? [undefined])
    .flatMap((input) => edgesOf(machine, model, input))
    .map(({ path, values, hasDetour }) => {
      const { taken, visited, values: led } = walk(machine, model, path);
      const step = led.findIndex((value, i) => value !== values[i]);
      if (step >= 0) {
        drift.push(
          `${machine.id}: ${describePath(path, wording)}: after step ${step} in ${led[step]}, the model says ${values[step]}`,
        );
      }
      const seen = [...visited, ...[...taken].flatMap((transition) => transitions.get(transition) ?? [])];
      const isUnreachable = seen.some((id) => id in unreachable);
      return { path: { ...path, isUnreachable }, seen, hasDetour };
    });

  const ordered = [
    walked.filter(({ path, hasDetour }) => !path.isUnreachable && !hasDetour),
    walked.filter(({ path, hasDetour }) => !path.isUnreachable && hasDetour),
    walked.filter(({ path }) => path.isUnreachable),
  ];
  const { kept, passed } = fewest(ordered);
  // Walked once more, because the contexts of all candidates together fill the memory.
  const paths = kept.map((path) => ({ ...path, steps: walk(machine, model, path).steps }));
  const missing = [...states.keys(), ...transitions.values()].filter((id) => !passed.has(id));
  return { states: states.size, transitions: transitions.size, paths, missing, drift };
}
