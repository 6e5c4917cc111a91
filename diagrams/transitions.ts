import type { AnyStateMachine } from 'xstate';

export type StateNode = AnyStateMachine['root'];
export type Transition = NonNullable<StateNode['always']>[number];

const childrenOf = (node: StateNode): StateNode[] => Object.values(node.states as Record<string, StateNode>);

/** A state with every state inside it, outermost first. */
export const nodesBelow = (node: StateNode): StateNode[] => [node, ...childrenOf(node).flatMap(nodesBelow)];

/** A state's transitions by what causes them, each list in the order in which its guards are asked. */
export const transitionsOf = (node: StateNode): [cause: string, Transition[]][] => [
  ...node.transitions,
  ...(node.always ? ([['always', node.always]] as [string, Transition[]][]) : []),
];

/**
 * Names a transition readably and the same wherever it is met: in a picture, in a list of what no test passes, and on
 * the running machine, whose microsteps tell the transitions they took.
 */
export function transitionId(transition: Transition): string {
  const { source, target } = transition;
  const listed = transitionsOf(source).find(([, candidates]) => candidates.includes(transition));
  // The one by which a machine starts is in no list.
  const [cause, candidates] = listed ?? ['start', []];
  const nth = candidates.length > 1 ? `[${candidates.indexOf(transition)}]` : '';
  return `${source.id} --${cause}${nth}--> ${target?.map(({ id }) => id).join(', ') ?? 'no state'}`;
}
