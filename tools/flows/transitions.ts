import type { AnyStateMachine } from 'xstate';

export type StateNode = AnyStateMachine['root'];
export type Transition = NonNullable<StateNode['always']>[number];

const childrenOf = (node: StateNode): StateNode[] => Object.values(node.states as Record<string, StateNode>);

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

/** States that a transition passes but no snapshot contains: its source, and a history state as its target. */
export const statesWithoutSnapshot = ({ source, target }: Transition): string[] => [
  source.id,
  ...(target ?? []).filter(({ type }) => type === 'history').map(({ id }) => id),
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
