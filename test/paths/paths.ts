import { getAdjacencyMap } from '@xstate/graph';
import {
  type AnyActorLogic,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  fromCallback,
  SimulatedClock,
} from 'xstate';

/*
 * The one module that generates paths. It imports @xstate/graph for the reachable states; which transitions a path
 * really takes is measured on the running machine, always- and delayed transitions included.
 */

/** What a machine's paths need beside the machine: boot inputs, event payloads, and what tells its states apart. */
export interface MachineModel {
  readonly machine: AnyStateMachine;
  /** Inputs to start with; one start without input when left out. */
  readonly inputs?: readonly (object | undefined)[];
  /** The payloads to try for an event type; an event that is not named here is sent bare. */
  readonly payloads?: Readonly<Record<string, readonly object[]>>;
  /** What beside the state value distinguishes two situations, as small as possible. */
  key?(snapshot: AnyMachineSnapshot): unknown;
}

/** A walk through the machine: from the start with an input, by events, to where each leads. */
export interface Path {
  readonly input: object | undefined;
  readonly events: readonly AnyEventObject[];
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

type StateNode = AnyStateMachine['root'];
type Transition = StateNode['always'] extends (infer T)[] | undefined ? T : never;

const nodesBelow = (node: StateNode): StateNode[] => [
  node,
  ...Object.values(node.states as Record<string, StateNode>).flatMap(nodesBelow),
];

/** Every state of a machine but its root, and every transition, by readable ids. */
export function universeOf(machine: AnyStateMachine): {
  states: Map<string, StateNode>;
  transitions: Map<Transition, string>;
} {
  const states = new Map<string, StateNode>();
  const transitions = new Map<Transition, string>();
  for (const node of nodesBelow(machine.root)) {
    if (node !== machine.root) states.set(node.id, node);
    const byEvent: [string, Transition[]][] = [...node.transitions];
    if (node.always) byEvent.push(['always', node.always]);
    for (const [event, candidates] of byEvent) {
      candidates.forEach((transition, index) => {
        const targets = transition.target?.map(({ id }) => id).join(', ') ?? 'no state';
        const nth = candidates.length > 1 ? `[${index}]` : '';
        transitions.set(transition, `${node.id} --${event}${nth}--> ${targets}`);
      });
    }
  }
  return { states, transitions };
}

/** The machine with every actor it invokes or spawns replaced by a silent one: only the path's events move it. */
function silenced(machine: AnyStateMachine): AnyStateMachine {
  const silent = fromCallback(() => undefined) as AnyActorLogic;
  const actors = Object.fromEntries(Object.keys(machine.implementations.actors).map((src) => [src, silent]));
  return machine.provide({ actors });
}

interface Walk {
  readonly taken: ReadonlySet<Transition>;
  readonly visited: ReadonlySet<string>;
  /** The state value after the start and after each event. */
  readonly values: readonly string[];
}

/** Walks a path on the running machine and notes what it passes. */
function walk(machine: AnyStateMachine, { input, events }: Path): Walk {
  const taken = new Set<Transition>();
  const visited = new Set<string>();
  const values: string[] = [];
  const actor = createActor(machine, {
    input,
    clock: new SimulatedClock(),
    inspect: (event) => {
      if (event.type !== '@xstate.microstep') return;
      for (const transition of event._transitions as Transition[]) {
        taken.add(transition);
        // A state that an always-transition leaves at once is in no snapshot.
        visited.add(transition.source.id);
      }
      const snapshot = event.snapshot as AnyMachineSnapshot;
      for (const node of snapshot._nodes) visited.add(node.id);
    },
  });
  const note = (): void => {
    const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
    for (const node of snapshot._nodes) visited.add(node.id);
    values.push(JSON.stringify(snapshot.value));
  };
  actor.start();
  note();
  for (const event of events) {
    actor.send(event);
    note();
  }
  const { status, error } = actor.getSnapshot() as AnyMachineSnapshot;
  if (status === 'error')
    throw new Error(`the path ends in an error: ${describePath({ input, events })}`, { cause: error });
  actor.stop();
  return { taken, visited, values };
}

export const describePath = ({ events }: Path): string =>
  ['start', ...events.map(({ type }) => type)].join(' → ');

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
  readonly path: Path;
  readonly values: readonly string[];
}

/** The shortest way to every edge of the model's graph: each reachable state and every event that could happen there. */
function edgesOf(machine: AnyStateMachine, model: MachineModel, input: object | undefined): Reached[] {
  const adjacency = getAdjacencyMap(machine, {
    ...(input ? { input } : {}),
    serializeState: (snapshot) => {
      const state = snapshot as AnyMachineSnapshot;
      return JSON.stringify([state.status, state.value, model.key?.(state) ?? null]);
    },
    events: (snapshot) => eventsIn(snapshot as AnyMachineSnapshot, model),
    limit: 20_000,
  }) as unknown as Graph;

  const valueOf = (key: string): string => JSON.stringify(adjacency[key]?.state.value);
  const [startKey] = Object.keys(adjacency);
  if (startKey === undefined) return [];
  const reached = new Map<string, Reached>([
    [startKey, { path: { input, events: [] }, values: [valueOf(startKey)] }],
  ]);
  const queue = [startKey];
  const edges: Reached[] = [...reached.values()];
  for (let key = queue.shift(); key !== undefined; key = queue.shift()) {
    const here = reached.get(key) as Reached;
    for (const { event, state: next } of Object.values(adjacency[key]?.transitions ?? {})) {
      const nextKey = JSON.stringify([next.status, next.value, model.key?.(next) ?? null]);
      const edge: Reached = {
        path: { input, events: [...here.path.events, event] },
        values: [...here.values, JSON.stringify(next.value)],
      };
      edges.push(edge);
      if (!reached.has(nextKey)) {
        reached.set(nextKey, edge);
        queue.push(nextKey);
      }
    }
  }
  return edges;
}

/** Every event that an active state listens to, with each of its payloads. */
function eventsIn(snapshot: AnyMachineSnapshot, { payloads = {} }: MachineModel): AnyEventObject[] {
  if (snapshot.status !== 'active') return [];
  const types = new Set(snapshot._nodes.flatMap((node) => [...node.transitions.keys()] as string[]));
  return [...types].flatMap((type) =>
    (payloads[type] ?? [{}]).map((payload) => ({ type: type.replace(/\.\*$/, '.any'), ...payload })),
  );
}

/**
 * Paths that together pass every state and every transition of the machine, few and short, and what they leave out.
 * Candidates are the shortest ways to every edge; one is kept when it passes something that none before it did.
 */
export function coveringPaths(model: MachineModel): Coverage {
  const machine = silenced(model.machine);
  const { states, transitions } = universeOf(machine);
  const candidates = (model.inputs ?? [undefined])
    .flatMap((input) => edgesOf(machine, model, input))
    .sort((a, b) => b.path.events.length - a.path.events.length);

  const kept: Path[] = [];
  const drift: string[] = [];
  const passed = new Set<unknown>();
  for (const { path, values } of candidates) {
    const walked = walk(machine, path);
    const step = walked.values.findIndex((value, i) => value !== values[i]);
    if (step >= 0) {
      drift.push(
        `${describePath(path)}: after step ${step} in ${walked.values[step]}, the model says ${values[step]}`,
      );
    }
    const seen = [...walked.taken, ...walked.visited];
    if (seen.some((thing) => !passed.has(thing))) kept.push(path);
    for (const thing of seen) passed.add(thing);
  }

  const missing = [
    ...[...states.keys()].filter((id) => !passed.has(id)),
    ...[...transitions].filter(([transition]) => !passed.has(transition)).map(([, id]) => id),
  ];
  return { states: states.size, transitions: transitions.size, paths: kept, missing, drift };
}
