import type { AnyStateMachine } from 'xstate';

export type StateNode = AnyStateMachine['root'];
export type Transition = NonNullable<StateNode['always']>[number];

export const childrenOf = (node: StateNode): StateNode[] =>
  Object.values(node.states as Record<string, StateNode>);

/** A state with all states inside it, outermost first. */
export const selfAndDescendants = (node: StateNode): StateNode[] => [
  node,
  ...childrenOf(node).flatMap(selfAndDescendants),
];

/** A state's transitions by event, each list in the order of evaluation. */
export const transitionsOf = (node: StateNode): [triggerType: string, Transition[]][] => [
  ...node.transitions,
  ...(node.always ? ([['always', node.always]] as [string, Transition[]][]) : []),
];

/**
 * A readable and stable id of a transition, used in pictures, in coverage reports and for the microsteps of the running
 * machine.
 */
export function transitionId(transition: Transition): string {
  const { source, target } = transition;
  const listed = transitionsOf(source).find(([, candidates]) => candidates.includes(transition));
  // The initial transition of a machine is in no list.
  const [triggerType, candidates] = listed ?? ['start', []];
  const nth = candidates.length > 1 ? `[${candidates.indexOf(transition)}]` : '';
  return `${source.id} --${triggerType}${nth}--> ${target?.map(({ id }) => id).join(', ') ?? 'no state'}`;
}

const isInside = (node: StateNode, outer: StateNode): boolean =>
  node.parent !== undefined && (node.parent === outer || isInside(node.parent, outer));

/**
 * Whether a transition exits its own state and enters it again. `reenter` has this effect only if all targets are the state or
 * inside it. A transition without a target changes no state; one with its own compound state as the target enters the initial
 * state again but not the compound state.
 */
export const reentersSource = ({ source, target = [], reenter }: Transition): boolean =>
  reenter && target.length > 0 && target.every((node) => node === source || isInside(node, source));

const ownNames: Partial<Record<StateNode['type'], string>> = {
  compound: 'its initial state',
  parallel: 'its initial states',
};

/** The part of a target's path that the source does not share; words if it is the source. */
export function targetName(node: StateNode, source: StateNode): string {
  if (node === source) return ownNames[node.type] ?? 'itself';
  const firstDifference = source.path.findIndex((key, level) => key !== node.path[level]);
  const path = node.path.slice(
    Math.min(firstDifference < 0 ? source.path.length : firstDifference, node.path.length - 1),
  );
  return path.length === 0 ? node.machine.id : path.join('.');
}
