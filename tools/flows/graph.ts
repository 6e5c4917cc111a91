import { type AnyStateMachine, not, or } from 'xstate';
import { inlineCode } from './graph/code.ts';
import { defaultOf, type Depth, depthOf } from './graph/history.ts';
import { nodesBelow, type StateNode, type Transition, transitionId, transitionsOf } from './transitions.ts';

/** A state as a reader sees it, with all that is in it. */
export interface GraphState {
  readonly id: string;
  readonly name: string;
  readonly type: StateNode['type'];
  readonly tags: readonly string[];
  /** What XState's `description` says of it. */
  readonly description: string | null;
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  /** What runs while the state lasts. */
  readonly invokes: readonly string[];
  readonly causes: readonly Cause[];
  /** What stands in the machine itself and not under a name, to compare two versions by. */
  readonly code: string;
  /** The id of the state inside that is entered first. */
  readonly initial: string | null;
  /** How far down a history remembers, and ids of the states that it leads to while it remembers nothing. */
  readonly history: { readonly depth: Depth; readonly targets: readonly string[] } | null;
  readonly states: readonly GraphState[];
}

/** An event, delay or condition with its transitions, of which the first enabled one is taken. */
export interface Cause {
  /** As XState calls it: `xstate.done.actor.load`. */
  readonly type: string;
  readonly name: string;
  readonly ways: readonly Way[];
}

export interface Way {
  readonly id: string;
  /** The guard's name; 'else' after guarded transitions; null without a guard. */
  readonly guard: string | null;
  readonly actions: readonly string[];
  /** The target states; empty for an internal transition. */
  readonly targets: readonly { readonly id: string; readonly name: string }[];
  /** An external self-transition, which restarts what runs in the state. */
  readonly restarts: boolean;
  /** The guard and actions that stand in the machine itself and not under a name. */
  readonly code: string;
  readonly description: string | null;
}

/** A state with all states inside it, outermost first. */
export const statesOf = (state: GraphState): GraphState[] => [state, ...state.states.flatMap(statesOf)];

/** What a machine is made of, read from its configuration; XState's own graph leaves out always-transitions. */
export function graphOf(machine: AnyStateMachine): GraphState {
  return stateOf(machine.root, machine);
}

const stateOf = (node: StateNode, machine: AnyStateMachine): GraphState => ({
  id: node.id,
  name: node === machine.root ? machine.id : node.key,
  type: node.type,
  tags: node.tags,
  description: node.description ?? null,
  entry: node.entry.filter(isNoTimer).map(actionName),
  exit: node.exit.filter(isNoTimer).map(actionName),
  invokes: node.invoke.map((_, nth) => invokeName(node, nth)),
  causes: transitionsOf(node).map(([cause, candidates]) => ({
    type: cause,
    name: causeName(cause, machine, node),
    ways: candidates.map((transition, index) => wayOf(transition, index)),
  })),
  code: inlineCode([...node.entry, ...node.exit, ...node.invoke.map(({ input }) => input)].filter(isNoTimer)),
  initial: node.initial.target[0]?.id ?? null,
  history:
    node.type === 'history' ? { depth: depthOf(node), targets: defaultOf(node).map(({ id }) => id) } : null,
  states: Object.values(node.states as Record<string, StateNode>).map((child) => stateOf(child, machine)),
});

/** XState gives an invoke without an id one that is made from its state's, and names inline logic in the same way. */
const isUnnamed = (node: StateNode, nth: number): boolean => node.invoke[nth]?.id === `${nth}.${node.id}`;

const INLINE = 'inline actor';

function invokeName(node: StateNode, nth: number): string {
  const { id = '', src } = node.invoke[nth] ?? {};
  const named = typeof src === 'string' && !src.startsWith('xstate.invoke.') ? src : null;
  if (isUnnamed(node, nth)) return named ?? INLINE;
  return named === null || named === id ? id : `${id} (${named})`;
}

/** What a reader calls the actors that a machine invokes without an id, by the ids that XState gives them. */
export const unnamedActors = (machine: AnyStateMachine): ReadonlyMap<string, string> =>
  new Map(
    nodesBelow(machine.root).flatMap((node) =>
      node.invoke.flatMap(({ id }, nth): [string, string][] => {
        if (!isUnnamed(node, nth)) return [];
        const name = invokeName(node, nth);
        return [[id, name === INLINE ? `the ${INLINE} of ${node.path.join('.') || machine.id}` : name]];
      }),
    ),
  );

/** XState starts and stops the timer of a delay by actions of its own; the delay itself is shown instead. */
const isNoTimer = (action: unknown): boolean => {
  if (action === undefined || action === null) return false;
  const {
    type = '',
    event,
    sendId,
  } = action as { type?: string; event?: { type?: string }; sendId?: unknown };
  const started = type === 'xstate.raise' ? event?.type : type === 'xstate.cancel' ? sendId : undefined;
  return !(typeof started === 'string' && started.startsWith('xstate.after.'));
};

function wayOf(transition: Transition, index: number): Way {
  const { source, target, guard, actions, reenter } = transition;
  const targets = target ?? [];
  const isOwn = targets.length === 1 && targets[0] === source;
  return {
    id: transitionId(transition),
    guard: guard === undefined ? (index > 0 ? 'else' : null) : guardName(guard),
    actions: actions.map(actionName),
    targets: isOwn ? [] : targets.map((node) => ({ id: node.id, name: shortName(node, source) })),
    restarts: isOwn && reenter,
    code: inlineCode([guard, ...actions].filter((part) => part !== undefined)),
    description: transition.description ?? null,
  };
}

/** How a state is called from another: by its own name, or with those of its parents that the two do not share. */
function shortName(node: StateNode, from: StateNode): string {
  const parting = from.path.findIndex((key, level) => key !== node.path[level]);
  const path = node.path.slice(Math.min(parting < 0 ? from.path.length : parting, node.path.length - 1));
  return path.length === 0 ? node.machine.id : path.join('.');
}

interface Described {
  readonly type?: string;
  readonly name?: string;
  readonly assignment?: object;
}

function actionName(action: unknown): string {
  if (typeof action === 'string') return action;
  const { type = '', name = '', assignment } = action as Described;
  if (type === 'xstate.assign' && typeof assignment === 'object')
    return `set ${Object.keys(assignment).join(', ')}`;
  return type.replace(/^xstate\./, '') || name || 'unnamed action';
}

/** A guard made by `and`, `or` or `not`: a function with the combined guards. */
interface Composed {
  readonly check?: unknown;
  readonly guards?: readonly unknown[];
}

const checkOf = (guard: unknown): unknown => (guard as Composed).check;

/** A guard in words: 'isReady', 'isReady and not isLate'. */
export function guardName(guard: unknown): string {
  if (typeof guard === 'string') return guard;
  const { guards } = guard as Composed;
  if (guards !== undefined) {
    const names = guards.map(guardName);
    if (checkOf(guard) === checkOf(not(''))) return `not ${names.join('')}`;
    return names.join(checkOf(guard) === checkOf(or([])) ? ' or ' : ' and ');
  }
  const { type, name } = guard as Described;
  return type ?? (name || 'unnamed guard');
}

/** An event's readable name: `xstate.done.actor.load` is 'load done', `xstate.after.…` 'after 10 s'. */
function causeName(cause: string, machine: AnyStateMachine, node: StateNode): string {
  const after = /^xstate\.after\.(.+)$/.exec(cause)?.[1];
  if (after !== undefined) return `after ${delayName(after.slice(0, -node.id.length - 1), machine)}`;
  const nth = node.invoke.findIndex(({ id }, n) => isUnnamed(node, n) && cause.endsWith(`.actor.${id}`));
  return eventName(nth < 0 ? cause : cause.replace(node.invoke[nth]?.id ?? '', invokeName(node, nth)));
}

const subject = (id: string): string => (id === '*' ? 'any actor' : id);

/** An event's readable name; our own events keep their type. */
function eventName(type: string): string {
  const [, kind, id] =
    /^xstate\.(done\.actor|error\.actor|done\.state|snapshot|after)\.(.+)$/.exec(type) ?? [];
  switch (kind) {
    case 'done.actor':
      return `${subject(id ?? '')} done`;
    case 'error.actor':
      return `${subject(id ?? '')} failed`;
    case 'done.state':
      return `${id?.split('.').at(-1)} finished`;
    case 'snapshot':
      return `${subject(id ?? '')} changed`;
    case 'after':
      return `after ${id?.split('.')[0]}`;
    default:
      return type === '*' ? 'any other event' : type;
  }
}

function delayName(delay: string, machine: AnyStateMachine): string {
  if (/^\d+$/.test(delay)) return duration(Number(delay));
  const known = (machine.implementations.delays as Record<string, unknown>)[delay];
  return typeof known === 'number' ? `${delay} (${duration(known)})` : delay;
}

function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds} ms`;
  if (milliseconds < 60_000) return `${milliseconds / 1000} s`;
  return `${milliseconds / 60_000} min`;
}
