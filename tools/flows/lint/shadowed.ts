import { type StateNode, type Transition, transitionsOf } from '../transitions.ts';

const childrenOf = (node: StateNode): StateNode[] => Object.values(node.states as Record<string, StateNode>);

/** True when a descriptor of a state matches an event: the same name, '*', or a beginning such as 'order.*'. */
const matches = (descriptor: string, event: string): boolean =>
  descriptor === event ||
  descriptor === '*' ||
  (descriptor.endsWith('.*') && (event + '.').startsWith(descriptor.slice(0, -1)));

const isSure = ({ guard }: Transition): boolean => guard === undefined;

/** The machine never stays in such a state, so that no event is received in it. */
const isLeftAtOnce = (node: StateNode): boolean =>
  (node.always ?? []).some((transition) => isSure(transition) && transition.target !== undefined);

/** Whether a state, or what is active inside it, takes an event with any result of the guards. */
function alwaysTakes(node: StateNode, event: string, reachable: ReadonlySet<StateNode>): boolean {
  const takesItself = transitionsOf(node).some(
    ([cause, candidates]) => cause !== 'always' && matches(cause, event) && candidates.some(isSure),
  );
  return takesItself || isTakenInside(node, event, reachable);
}

/**
 * True when what is active inside a state always takes an event, so that the state itself never does: in a compound state each
 * state that it can stay in, in a parallel one any region.
 */
export function isTakenInside(node: StateNode, event: string, reachable: ReadonlySet<StateNode>): boolean {
  const stays = childrenOf(node).filter(
    (child) => child.type !== 'history' && reachable.has(child) && !isLeftAtOnce(child),
  );
  const takes = (child: StateNode): boolean => alwaysTakes(child, event, reachable);
  return node.type === 'parallel' ? stays.some(takes) : stays.length > 0 && stays.every(takes);
}
