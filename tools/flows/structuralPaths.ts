import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  createMachine,
  fromCallback,
  SimulatedClock,
} from 'xstate';
import {
  type Config,
  type InvokeConfig,
  mapStates,
  type StateConfig,
  type TransitionConfig,
  type Transitions,
} from './paths/config.ts';
import { greedyCover } from './paths/greedyCover.ts';
import { eventNamed, eventsOf } from './paths/silentActors.ts';
import type { Coverage, Path, Step } from './paths.ts';
import { coverageTargetsOf } from './paths.ts';
import { statesWithoutSnapshot, type Transition, transitionId } from './transitions.ts';
import { statePath } from './words.ts';

/*
 * Paths of a machine from its structure only, without payloads and inputs. Both results of every guard are explored, actions
 * except `raise` do nothing, and actors are silent. A path shows where the machine goes if its guards return these results.
 */

/** In one step. */
const MAX_GUARD_COMBINATIONS = 64;
const MAX_SITUATIONS = 2_000;

/** Guard results of one step; all further guards return false. */
interface GuardScript {
  results: readonly boolean[];
  evaluated: number;
}

const asList = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as readonly T[]) : [value as T];

/** Its guards return scripted results. */
function structureOf(machine: AnyStateMachine, script: GuardScript): AnyStateMachine {
  const nextResult = (): boolean => {
    const result = script.results[script.evaluated] ?? false;
    script.evaluated += 1;
    return result;
  };
  const stripTransition = (given: string | TransitionConfig): TransitionConfig => {
    const { target, guard, actions, reenter } =
      typeof given === 'string' ? ({ target: given } as TransitionConfig) : given;
    return {
      ...(target !== undefined && { target }),
      ...(reenter !== undefined && { reenter }),
      ...(guard !== undefined && { guard: nextResult }),
      actions: asList(actions).filter(isRaise),
    };
  };
  const stripTransitions = (given: Transitions): TransitionConfig[] | undefined =>
    given === undefined
      ? undefined
      : asList(given as TransitionConfig | readonly TransitionConfig[]).map(stripTransition);
  const stripTransitionMap = (given: Readonly<Record<string, Transitions>> | undefined) =>
    given && Object.fromEntries(Object.entries(given).map(([type, each]) => [type, stripTransitions(each)]));
  const stripInvoke = ({ id, onDone, onError, onSnapshot }: InvokeConfig) => ({
    ...(id !== undefined && { id }),
    src: 'silent',
    ...(onDone !== undefined && { onDone: stripTransitions(onDone) }),
    ...(onError !== undefined && { onError: stripTransitions(onError) }),
    ...(onSnapshot !== undefined && { onSnapshot: stripTransitions(onSnapshot) }),
  });
  const stripState = (state: StateConfig): object => ({
    ...(state.id !== undefined && { id: state.id }),
    ...(state.type !== undefined && { type: state.type }),
    ...(state.initial !== undefined && { initial: initialOf(state.initial) }),
    ...(state.history !== undefined && { history: state.history }),
    ...(state.target !== undefined && { target: state.target }),
    ...(state.tags !== undefined && { tags: state.tags }),
    ...(state.states && { states: state.states }),
    on: stripTransitionMap(state.on),
    after: stripTransitionMap(state.after),
    ...(state.always !== undefined && { always: stripTransitions(state.always) }),
    ...(state.onDone !== undefined && { onDone: stripTransitions(state.onDone) }),
    invoke: asList(state.invoke).map(stripInvoke),
    entry: asList(state.entry).filter(isRaise),
    exit: asList(state.exit).filter(isRaise),
  });
  const config = mapStates(machine.config as Config, stripState);
  // The lengths do not matter: a path sends the event of a delay directly.
  const delays = Object.fromEntries(Object.keys(machine.implementations.delays).map((name) => [name, 1]));
  return createMachine({ ...config, options: { maxIterations: 100 } } as never, {
    actors: { silent: fromCallback(() => undefined) },
    delays,
  }) as AnyStateMachine;
}

const initialOf = (initial: unknown): unknown =>
  typeof initial === 'object' && initial !== null && 'target' in initial ? initial.target : initial;

/** Whether an action raises an inline event, which is part of the structure. */
const isRaise = (action: unknown): boolean => {
  const { type, event } = (action ?? {}) as { type?: unknown; event?: unknown };
  return type === 'xstate.raise' && typeof event === 'object';
};

/** A step of a path: an event, and the results of the guards. */
interface Move {
  readonly type: string | null;
  readonly guardResults: readonly boolean[];
}

interface Outcome {
  readonly snapshot: AnyMachineSnapshot;
  readonly steps: readonly Step[];
  readonly seen: readonly string[];
  /** Of the last step. */
  readonly evaluatedGuards: number;
}

/** Plays moves on the structure; null when one of them never settles. */
function playMoves(machine: AnyStateMachine, script: GuardScript, moves: readonly Move[]): Outcome | null {
  const steps: Step[] = [];
  const seen = new Set<string>();
  let taken: string[] = [];
  const scriptGuards = ({ guardResults }: Move): void => {
    script.results = guardResults;
    script.evaluated = 0;
  };
  // Creating an actor already takes the always-transitions of its start.
  moves.slice(0, 1).forEach(scriptGuards);
  const actor = createActor(machine, {
    clock: new SimulatedClock(),
    inspect: (event) => {
      if (event.type !== '@xstate.microstep') return;
      for (const transition of event._transitions as Transition[]) {
        const id = transitionId(transition);
        taken.push(id);
        seen.add(id);
        for (const passed of statesWithoutSnapshot(transition)) seen.add(passed);
      }
      for (const node of (event.snapshot as AnyMachineSnapshot)._nodes) seen.add(node.id);
    },
  });
  actor.subscribe({ error: () => undefined });
  for (const move of moves) {
    const { type } = move;
    if (type === null) actor.start();
    else {
      scriptGuards(move);
      actor.send({ type });
    }
    const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
    if (snapshot.status === 'error') return null;
    for (const node of snapshot._nodes) seen.add(node.id);
    const event = type === null ? null : { type };
    steps.push({ event, state: statePath(snapshot.value as never), transitions: taken, context: {} });
    taken = [];
  }
  const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
  actor.stop();
  return { snapshot, steps, seen: [...seen], evaluatedGuards: script.evaluated };
}

/** One for every combination of guard results. */
function* outcomesOf(
  machine: AnyStateMachine,
  script: GuardScript,
  before: readonly Move[],
  type: string | null,
): Generator<{ moves: Move[]; outcome: Outcome }> {
  const queue: (readonly boolean[])[] = [[]];
  for (let tried = 0; queue.length > 0 && tried < MAX_GUARD_COMBINATIONS; tried += 1) {
    const guardResults = queue.shift() as readonly boolean[];
    const moves = [...before, { type, guardResults }];
    const outcome = playMoves(machine, script, moves);
    if (outcome === null) continue;
    yield { moves, outcome };
    for (let n = guardResults.length; n < outcome.evaluatedGuards; n += 1) {
      queue.push([...guardResults, ...Array.from({ length: n - guardResults.length }, () => false), true]);
    }
  }
}

const situationOf = ({ status, value, historyValue }: AnyMachineSnapshot): string =>
  JSON.stringify([
    status,
    value,
    Object.entries((historyValue ?? {}) as Record<string, { id: string }[]>).map(([key, nodes]) => [
      key,
      nodes.map(({ id }) => id),
    ]),
  ]);

/**
 * Paths that together cover every state and every transition that the structure of a machine allows, and what they leave out. A
 * missing state or transition cannot be reached with any guard results, unless the machine raises events by functions.
 */
export function structuralPaths(machine: AnyStateMachine): Coverage {
  const script: GuardScript = { results: [], evaluated: 0 };
  const structure = structureOf(machine, script);
  const { states, transitions } = coverageTargetsOf(machine);
  const reached = new Set<string>();
  const queue: { moves: readonly Move[]; snapshot: AnyMachineSnapshot }[] = [];
  const candidates: { path: Path; seen: readonly string[] }[] = [];
  const explore = (before: readonly Move[], type: string | null): void => {
    for (const { moves, outcome } of outcomesOf(structure, script, before, type)) {
      const { snapshot, steps, seen } = outcome;
      const events = steps.flatMap(({ event }) => event ?? []);
      candidates.push({ path: { input: undefined, events, steps, isUnreachable: false }, seen });
      const situation = situationOf(snapshot);
      if (reached.has(situation) || reached.size >= MAX_SITUATIONS) continue;
      reached.add(situation);
      queue.push({ moves, snapshot });
    }
  };
  explore([], null);
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    if (at.snapshot.status !== 'active') continue;
    for (const type of eventsOf(at.snapshot)) explore(at.moves, eventNamed(type));
  }
  const { kept, passed } = greedyCover([candidates]);
  const missing = [...states.keys(), ...transitions.values()].filter((id) => !passed.has(id));
  return { states: states.size, transitions: transitions.size, paths: kept, missing, drift: [] };
}
