import { type AnyStateMachine, not, or } from 'xstate';
import { defaultTargets, type Depth, depthOf } from './graph/history.ts';
import {
  reentersSource,
  selfAndDescendants,
  type StateNode,
  targetName,
  type Transition,
  transitionId,
  transitionsOf,
} from './transitions.ts';

/** A state as plain data, with its transitions and inner states. */
export interface GraphState {
  readonly id: string;
  readonly name: string;
  readonly type: StateNode['type'];
  readonly tags: readonly string[];
  /** XState's `description`. */
  readonly description: string | null;
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  /** They run while the state is active. */
  readonly invokes: readonly string[];
  readonly triggers: readonly Trigger[];
  readonly initial: string | null;
  /** Set for a history state. `targets`: ids of the default targets. */
  readonly history: { readonly depth: Depth; readonly targets: readonly string[] } | null;
  readonly states: readonly GraphState[];
}

/** An event, a delay or 'always', with its transitions. XState takes the first enabled one. */
export interface Trigger {
  /** XState's event type: `xstate.done.actor.load`. */
  readonly type: string;
  readonly name: string;
  readonly transitions: readonly GraphTransition[];
}

export interface GraphTransition {
  readonly id: string;
  /** 'else' after guarded transitions; null without a guard. */
  readonly guard: string | null;
  readonly actions: readonly string[];
  /** Empty for a transition that changes no state. It may be the state of the transition. */
  readonly targets: readonly { readonly id: string; readonly name: string }[];
  /** Whether the state is exited and entered again, which restarts its actors. */
  readonly restarts: boolean;
  readonly description: string | null;
}

/** A state with all states inside it, outermost first. */
export const statesOf = (state: GraphState): GraphState[] => [state, ...state.states.flatMap(statesOf)];

/** A machine as plain data, read from its configuration. XState's own graph leaves out always-transitions. */
export const graphOf = (machine: AnyStateMachine): GraphState => stateOf(machine.root, machine);

/** From the configuration, because the state itself also has the actions that start and stop the timers of its delays. */
const configured = (actions: unknown): unknown[] => [actions ?? []].flat();

const stateOf = (node: StateNode, machine: AnyStateMachine): GraphState => ({
  id: node.id,
  name: node === machine.root ? machine.id : node.key,
  type: node.type,
  tags: node.tags,
  description: node.description ?? null,
  entry: configured(node.config.entry).map(actionName),
  exit: configured(node.config.exit).map(actionName),
  invokes: node.invoke.map((_, nth) => invokeName(node, nth)),
  triggers: transitionsOf(node).map(([triggerType, candidates]) => ({
    type: triggerType,
    name: triggerName(triggerType, machine, node),
    transitions: candidates.map((transition, index) => graphTransitionOf(transition, index)),
  })),
  initial: node.initial.target[0]?.id ?? null,
  history:
    node.type === 'history'
      ? { depth: depthOf(node), targets: defaultTargets(node).map(({ id }) => id) }
      : null,
  states: Object.values(node.states as Record<string, StateNode>).map((child) => stateOf(child, machine)),
});

/** XState derives the id of an invoke without an id from the id of its state, and names inline logic in the same way. */
const isUnnamed = (node: StateNode, nth: number): boolean => node.invoke[nth]?.id === `${nth}.${node.id}`;

const INLINE = 'inline actor';

export function invokeName(node: StateNode, nth: number): string {
  const { id = '', src } = node.invoke[nth] ?? {};
  const named = typeof src === 'string' && !src.startsWith('xstate.invoke.') ? src : null;
  if (isUnnamed(node, nth)) return named ?? INLINE;
  return named === null || named === id ? id : `${id} (${named})`;
}

/** Readable names for actors that a machine invokes without an id, by the ids that XState generates. */
export const unnamedActors = (machine: AnyStateMachine): ReadonlyMap<string, string> =>
  new Map(
    selfAndDescendants(machine.root).flatMap((node) =>
      node.invoke.flatMap(({ id }, nth): [string, string][] => {
        if (!isUnnamed(node, nth)) return [];
        const name = invokeName(node, nth);
        return [[id, name === INLINE ? `the ${INLINE} of ${node.path.join('.') || machine.id}` : name]];
      }),
    ),
  );

function graphTransitionOf(transition: Transition, index: number): GraphTransition {
  const { source, target = [], guard, actions } = transition;
  return {
    id: transitionId(transition),
    guard: guard === undefined ? (index > 0 ? 'else' : null) : guardName(guard),
    actions: actions.map(actionName),
    targets: target.map((node) => ({ id: node.id, name: targetName(node, source) })),
    restarts: reentersSource(transition),
    description: transition.description ?? null,
  };
}

/** An action or a guard; `and`, `or` and `not` make a function with the combined guards. */
interface Described {
  readonly type?: string;
  readonly name?: string;
  readonly assignment?: object;
  readonly check?: unknown;
  readonly guards?: readonly unknown[];
}

export function actionName(action: unknown): string {
  if (typeof action === 'string') return action;
  const { type = '', name = '', assignment } = action as Described;
  if (type === 'xstate.assign' && typeof assignment === 'object')
    return `set ${Object.keys(assignment).join(', ')}`;
  return type.replace(/^xstate\./, '') || name || 'unnamed action';
}

const checkOf = (guard: unknown): unknown => (guard as Described).check;

/** A guard in words: 'isReady', 'isReady and not isLate'. */
export function guardName(guard: unknown): string {
  if (typeof guard === 'string') return guard;
  const { type, name, guards } = guard as Described;
  if (guards === undefined) return type ?? (name || 'unnamed guard');
  const names = guards.map(guardName);
  if (checkOf(guard) === checkOf(not(''))) return `not ${names.join('')}`;
  return names.join(checkOf(guard) === checkOf(or([])) ? ' or ' : ' and ');
}

const endings: Readonly<Record<string, string>> = {
  'done.actor': 'done',
  'error.actor': 'failed',
  'done.state': 'finished',
  snapshot: 'changed',
};

/** `xstate.done.actor.load` is 'load done', `xstate.after.…` 'after 10 s'; events of the application keep their type. */
export function triggerName(type: string, machine: AnyStateMachine, node: StateNode): string {
  const [, kind = '', id = ''] = /^xstate\.(after|snapshot|\w+\.\w+)\.(.+)$/.exec(type) ?? [];
  if (kind === 'after') return `after ${delayName(id.slice(0, -node.id.length - 1), machine)}`;
  const ending = endings[kind];
  if (ending === undefined) return type === '*' ? 'any other event' : type;
  const unnamed = node.invoke.findIndex((actor, nth) => actor.id === id && isUnnamed(node, nth));
  if (unnamed >= 0) return `${invokeName(node, unnamed)} ${ending}`;
  return `${id === '*' ? 'any actor' : kind === 'done.state' ? id.split('.').at(-1) : id} ${ending}`;
}

function delayName(delay: string, machine: AnyStateMachine): string {
  if (/^\d+$/.test(delay)) return duration(Number(delay));
  const implementation = (machine.implementations.delays as Record<string, unknown>)[delay];
  return typeof implementation === 'number' ? `${delay} (${duration(implementation)})` : delay;
}

function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds} ms`;
  if (milliseconds < 60_000) return `${milliseconds / 1000} s`;
  return `${milliseconds / 60_000} min`;
}
