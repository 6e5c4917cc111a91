import type { AnyStateMachine } from 'xstate';

export type StateNode = AnyStateMachine['root'];
export type Transition = NonNullable<StateNode['always']>[number];

const childrenOf = (node: StateNode): StateNode[] => Object.values(node.states as Record<string, StateNode>);

/** A state with every state inside it, outermost first. */
export const nodesBelow = (node: StateNode): StateNode[] => [node, ...childrenOf(node).flatMap(nodesBelow)];

/** A state's transitions by event, each list in the order of evaluation. */
export const transitionsOf = (node: StateNode): [cause: string, Transition[]][] => [
  ...node.transitions,
  ...(node.always ? ([['always', node.always]] as [string, Transition[]][]) : []),
];

/** Ids of the states that a transition passes and that no snapshot names: where it comes from, and a history it leads to. */
export const passedUnseen = ({ source, target }: Transition): string[] => [
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
  // The one by which a machine starts is in no list.
  const [cause, candidates] = listed ?? ['start', []];
  const nth = candidates.length > 1 ? `[${candidates.indexOf(transition)}]` : '';
  return `${source.id} --${cause}${nth}--> ${target?.map(({ id }) => id).join(', ') ?? 'no state'}`;
}
