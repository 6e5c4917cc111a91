import {
  and,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  assign,
  createMachine,
  getInitialSnapshot,
  getNextSnapshot,
  not,
  or,
} from 'xstate';
import { mapConfig } from './paths/config.ts';
import { eventNamed, heardEvents, SILENT_ACTOR, withSilentActors } from './paths/silentActors.ts';
import { type Coverage, coveringPaths } from './paths.ts';

/*
 * Paths of a machine from its structure only, without payloads and inputs. Both results of every guard are explored, actions
 * except `raise` do nothing, and actors are silent. A guard with the same parameters has one result as long as it would see the
 * same context and the same event: until an action assigns, or the machine raises another event. A path shows where the machine
 * goes if its guards return these results.
 */

/** In one step. */
const MAX_GUARD_COMBINATIONS = 64;

const asList = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as readonly T[]) : [value as T];

/** Results for the guards of one step, in the order in which they are asked first; all further results are false. */
class GuardScript {
  #results: readonly boolean[] = [];
  #seen: readonly unknown[] = [];
  /** What the guards have returned: one record for each context and event that they saw. */
  #returned: Map<string, boolean>[] = [];
  asked = 0;

  begin(results: readonly boolean[] = []): void {
    this.#results = results;
    this.#seen = [];
    this.#returned = [];
    this.asked = 0;
  }

  resultOf(guard: string, seen: readonly [context: unknown, event: unknown]): boolean {
    if (seen.some((part, n) => part !== this.#seen[n])) this.#returned.push(new Map());
    this.#seen = seen;
    const known = this.#returned.at(-1);
    const result = known?.get(guard) ?? this.#results[this.asked++] ?? false;
    known?.set(guard, result);
    return result;
  }

  /** The same for steps that differ only in how often transitions are repeated. */
  get summary(): string {
    return [...new Set(this.#returned.map((record) => JSON.stringify([...record])))].join(' ');
  }
}

interface Described {
  readonly type?: string;
  readonly params?: unknown;
  readonly event?: unknown;
  /** Of a guard that XState made, such as `and([…])`: its kind and its parts. */
  readonly check?: unknown;
  readonly guards?: readonly unknown[];
}

const checkOf = (guard: unknown): unknown => (guard as Described).check;

/** Its guards return scripted results. */
function structureOf(machine: AnyStateMachine, script: GuardScript): AnyStateMachine {
  const implementations = machine.implementations as Readonly<
    Record<'actions' | 'guards' | 'delays', Readonly<Record<string, unknown>>>
  >;
  const named = (kind: 'actions' | 'guards', given: unknown): unknown => {
    const name = typeof given === 'string' ? given : (given as Described).type;
    return name === undefined ? undefined : implementations[kind][name];
  };
  const functions: unknown[] = [];
  /** The same for the same guard: of two functions only if they are identical. */
  const idOf = (guard: unknown): string => {
    const { type = guard, params } = typeof guard === 'object' ? (guard as Described) : {};
    return JSON.stringify([type, params], (_, value: unknown) => {
      if (typeof value !== 'function') return value;
      if (!functions.includes(value)) functions.push(value);
      return `function ${functions.indexOf(value)}`;
    });
  };
  const stripGuard = (guard: unknown): unknown => {
    const { check, guards } = guard as Described;
    if (guards !== undefined) {
      const parts = guards.map(stripGuard) as never[];
      if (check === checkOf(not(''))) return not(parts[0] as never);
      return check === checkOf(or([])) ? or(parts) : and(parts);
    }
    // `stateIn` reads the structure.
    if (check !== undefined) return guard;
    const implementation = named('guards', guard);
    if (typeof implementation === 'function' && checkOf(implementation) !== undefined)
      return stripGuard(implementation);
    const id = idOf(guard);
    return ({ context, event }: { context: unknown; event: unknown }) =>
      script.resultOf(id, [context, event]);
  };
  /** Inline events that are raised are part of the structure. An action that may assign makes a new context. */
  const stripActions = (actions: unknown): unknown[] =>
    asList(actions).flatMap((action) => {
      const implementation = named('actions', action) ?? action;
      const { type, event } = implementation as Described;
      if (type === 'xstate.raise') return typeof event === 'object' ? [implementation] : [];
      const isPlain = typeof implementation === 'function' && type === undefined;
      const keepsContext = isPlain || (type?.startsWith('xstate.') && !assigningTypes.has(type));
      return keepsContext ? [] : [assign({})];
    });
  const strip = (property: string, value: unknown): unknown => {
    if (['actions', 'entry', 'exit'].includes(property)) return stripActions(value);
    if (property === 'guard') return stripGuard(value);
    if (property === 'src') return SILENT_ACTOR;
    return removed.has(property) ? null : undefined;
  };
  const config = mapConfig(machine.config, strip) as object;
  // The lengths of delays do not matter: a path sends their events directly.
  const delays = Object.fromEntries(Object.keys(implementations.delays).map((name) => [name, 1]));
  return createMachine({ ...config, context: {}, options: { maxIterations: 100 } } as never, {
    delays,
  }) as AnyStateMachine;
}

/** They run code, or are spoken of elsewhere. */
const removed = new Set(['input', 'output', 'systemId', 'syncSnapshot', 'meta']);

/** `xstate.enqueueActions` may assign. An action without an implementation is provided elsewhere, and may be either. */
const assigningTypes = new Set(['xstate.assign', 'xstate.enqueueActions']);

/** One event or input for every combination of guard results that leads somewhere. */
function combinationsOf<T extends object>(
  script: GuardScript,
  event: T,
  play: (given: T) => AnyMachineSnapshot,
): T[] {
  const found: T[] = [];
  const summaries = new Set<string>();
  const queue: (readonly boolean[])[] = [[]];
  for (let tried = 0; queue.length > 0 && tried < MAX_GUARD_COMBINATIONS; tried += 1) {
    const guards = queue.shift() as readonly boolean[];
    const given = { ...event, guards };
    const leadsSomewhere = settles(() => play(given));
    if (summaries.has(script.summary)) continue;
    summaries.add(script.summary);
    if (leadsSomewhere) found.push(given);
    for (let n = guards.length; n < script.asked; n += 1)
      queue.push([...guards, ...Array.from({ length: n - guards.length }, () => false), true]);
  }
  return found;
}

/** Not when its transitions repeat for ever, or an actor fails and no transition handles that. */
function settles(play: () => AnyMachineSnapshot): boolean {
  try {
    return play().status !== 'error';
  } catch {
    return false;
  }
}

/** The remembered states. */
const historyOf = ({ historyValue }: AnyMachineSnapshot): Record<string, string[]> => {
  const remembered = Object.entries((historyValue ?? {}) as Record<string, { id: string }[]>);
  return Object.fromEntries(remembered.map(([key, nodes]) => [key, nodes.map(({ id }) => id)]));
};

/**
 * Paths that together cover every state and every transition that the structure of a machine allows, and what they leave out. A
 * missing state or transition cannot be reached with any guard results, unless the machine raises events by functions.
 */
export function structuralPaths(machine: AnyStateMachine): Coverage {
  const script = new GuardScript();
  const structure = structureOf(machine, script);
  const logic = withSilentActors(structure);
  for (const name of ['transition', 'getInitialSnapshot'] as const) {
    const play = logic[name].bind(logic) as (...args: unknown[]) => unknown;
    const playScripted = (...args: unknown[]): unknown => {
      script.begin((args[1] as { readonly guards?: readonly boolean[] } | undefined)?.guards);
      return play(...args);
    };
    Object.assign(logic, { [name]: playScripted });
  }
  const coverage = coveringPaths({
    machine: structure,
    inputs: combinationsOf(script, {}, (input) => getInitialSnapshot(logic, input)),
    events: (snapshot) =>
      heardEvents(snapshot).flatMap((type) =>
        combinationsOf(script, { type: eventNamed(type) }, (event) =>
          getNextSnapshot(logic, snapshot, event),
        ),
      ),
    key: historyOf,
  });
  const paths = coverage.paths.map((path) => ({
    ...path,
    input: undefined,
    events: path.events.map(({ type }) => ({ type })),
    steps: path.steps.map(({ event, ...step }) => ({ ...step, event: event && { type: event.type } })),
  }));
  return { ...coverage, paths };
}
