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
import { fewest } from './paths/fewest.ts';
import { eventNamed, eventsOf } from './paths/silenced.ts';
import type { Coverage, Path, Step } from './paths.ts';
import { universeOf } from './paths.ts';
import { passedUnseen, type Transition, transitionId } from './transitions.ts';
import { statePath } from './words.ts';

/*
 * Paths of a machine of which nothing is known but its structure: no payloads, no inputs. Guards are answered both ways,
 * actions but `raise` do nothing, actors are silent. A path says where the machine goes if its guards answer so.
 */

/** More answers than these in one step, or more situations, are not looked at. */
const MOST_ANSWERS = 64;
const MOST_SITUATIONS = 2_000;

/** Answers the guards of one step: as they are written down, and no to all others. */
interface Oracle {
  answers: readonly boolean[];
  asked: number;
}

const asList = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as readonly T[]) : [value as T];

/** The machine with its structure alone. */
function structureOf(machine: AnyStateMachine, oracle: Oracle): AnyStateMachine {
  const ask = (): boolean => {
    const answer = oracle.answers[oracle.asked] ?? false;
    oracle.asked += 1;
    return answer;
  };
  const way = (given: string | TransitionConfig): TransitionConfig => {
    const { target, guard, actions, reenter } =
      typeof given === 'string' ? ({ target: given } as TransitionConfig) : given;
    return {
      ...(target !== undefined && { target }),
      ...(reenter !== undefined && { reenter }),
      ...(guard !== undefined && { guard: ask }),
      actions: asList(actions).filter(isRaise),
    };
  };
  const ways = (given: Transitions): TransitionConfig[] | undefined =>
    given === undefined
      ? undefined
      : asList(given as TransitionConfig | readonly TransitionConfig[]).map(way);
  const all = (given: Readonly<Record<string, Transitions>> | undefined) =>
    given && Object.fromEntries(Object.entries(given).map(([type, each]) => [type, ways(each)]));
  const invokeOf = ({ id, onDone, onError, onSnapshot }: InvokeConfig) => ({
    ...(id !== undefined && { id }),
    src: 'silent',
    ...(onDone !== undefined && { onDone: ways(onDone) }),
    ...(onError !== undefined && { onError: ways(onError) }),
    ...(onSnapshot !== undefined && { onSnapshot: ways(onSnapshot) }),
  });
  const bare = (state: StateConfig): object => ({
    ...(state.id !== undefined && { id: state.id }),
    ...(state.type !== undefined && { type: state.type }),
    ...(state.initial !== undefined && { initial: initialOf(state.initial) }),
    ...(state.history !== undefined && { history: state.history }),
    ...(state.target !== undefined && { target: state.target }),
    ...(state.tags !== undefined && { tags: state.tags }),
    ...(state.states && { states: state.states }),
    on: all(state.on),
    after: all(state.after),
    ...(state.always !== undefined && { always: ways(state.always) }),
    ...(state.onDone !== undefined && { onDone: ways(state.onDone) }),
    invoke: asList(state.invoke).map(invokeOf),
    entry: asList(state.entry).filter(isRaise),
    exit: asList(state.exit).filter(isRaise),
  });
  const config = mapStates(machine.config as Config, bare);
  // A delay is over when its event is sent.
  const delays = Object.fromEntries(Object.keys(machine.implementations.delays).map((name) => [name, 1]));
  return createMachine({ ...config, options: { maxIterations: 100 } } as never, {
    actors: { silent: fromCallback(() => undefined) },
    delays,
  }) as AnyStateMachine;
}

const initialOf = (initial: unknown): unknown =>
  typeof initial === 'object' && initial !== null && 'target' in initial ? initial.target : initial;

/** An action that raises an event that stands in the machine: part of its structure. */
const isRaise = (action: unknown): boolean => {
  const { type, event } = (action ?? {}) as { type?: unknown; event?: unknown };
  return type === 'xstate.raise' && typeof event === 'object';
};

/** What happens in a step of a path: an event, and how the guards answer. */
interface Move {
  readonly type: string | null;
  readonly answers: readonly boolean[];
}

interface Outcome {
  readonly snapshot: AnyMachineSnapshot;
  readonly steps: readonly Step[];
  readonly seen: readonly string[];
  /** How many guards the last step asked. */
  readonly asked: number;
}

/** Walks moves on the structure; null when one of them never ends. */
function walk(machine: AnyStateMachine, oracle: Oracle, moves: readonly Move[]): Outcome | null {
  const steps: Step[] = [];
  const seen = new Set<string>();
  let taken: string[] = [];
  const answer = ({ answers }: Move): void => {
    oracle.answers = answers;
    oracle.asked = 0;
  };
  // Creating an actor takes the always-transitions of its start.
  moves.slice(0, 1).forEach(answer);
  const actor = createActor(machine, {
    clock: new SimulatedClock(),
    inspect: (event) => {
      if (event.type !== '@xstate.microstep') return;
      for (const transition of event._transitions as Transition[]) {
        const id = transitionId(transition);
        taken.push(id);
        seen.add(id);
        for (const passed of passedUnseen(transition)) seen.add(passed);
      }
      for (const node of (event.snapshot as AnyMachineSnapshot)._nodes) seen.add(node.id);
    },
  });
  actor.subscribe({ error: () => undefined });
  for (const move of moves) {
    const { type } = move;
    if (type === null) actor.start();
    else {
      answer(move);
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
  return { snapshot, steps, seen: [...seen], asked: oracle.asked };
}

/** Every way in which the guards of one more event can answer. */
function* outcomesOf(
  machine: AnyStateMachine,
  oracle: Oracle,
  before: readonly Move[],
  type: string | null,
): Generator<{ moves: Move[]; outcome: Outcome }> {
  const queue: (readonly boolean[])[] = [[]];
  for (let tried = 0; queue.length > 0 && tried < MOST_ANSWERS; tried += 1) {
    const answers = queue.shift() as readonly boolean[];
    const moves = [...before, { type, answers }];
    const outcome = walk(machine, oracle, moves);
    if (outcome === null) continue;
    yield { moves, outcome };
    for (let n = answers.length; n < outcome.asked; n += 1) {
      queue.push([...answers, ...Array.from({ length: n - answers.length }, () => false), true]);
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
 * Paths that together pass every state and every transition that the structure of a machine allows, and what none passes.
 * What is missing can be reached by no answers of the guards, but for a machine that raises events by functions.
 */
export function structuralPaths(machine: AnyStateMachine): Coverage {
  const oracle: Oracle = { answers: [], asked: 0 };
  const structure = structureOf(machine, oracle);
  const { states, transitions } = universeOf(machine);
  const reached = new Set<string>();
  const queue: { moves: readonly Move[]; snapshot: AnyMachineSnapshot }[] = [];
  const candidates: { path: Path; seen: readonly string[] }[] = [];
  const take = (before: readonly Move[], type: string | null): void => {
    for (const { moves, outcome } of outcomesOf(structure, oracle, before, type)) {
      const { snapshot, steps, seen } = outcome;
      const events = steps.flatMap(({ event }) => event ?? []);
      candidates.push({ path: { input: undefined, events, steps, isUnreachable: false }, seen });
      const situation = situationOf(snapshot);
      if (reached.has(situation) || reached.size >= MOST_SITUATIONS) continue;
      reached.add(situation);
      queue.push({ moves, snapshot });
    }
  };
  take([], null);
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    if (at.snapshot.status !== 'active') continue;
    for (const type of eventsOf(at.snapshot)) take(at.moves, eventNamed(type));
  }
  const { kept, passed } = fewest([candidates]);
  const missing = [...states.keys(), ...transitions.values()].filter((id) => !passed.has(id));
  return { states: states.size, transitions: transitions.size, paths: kept, missing, drift: [] };
}
