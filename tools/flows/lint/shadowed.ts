import { type StateNode, type Transition, transitionsOf } from '../transitions.ts';

export const childrenOf = (node: StateNode): StateNode[] =>
  Object.values(node.states as Record<string, StateNode>);

/** Whether an event descriptor of a state matches an event: the same name, '*', or a prefix such as 'order.*'. */
const matches = (descriptor: string, event: string): boolean =>
  descriptor === event ||
  descriptor === '*' ||
  (descriptor.endsWith('.*') && (event + '.').startsWith(descriptor.slice(0, -1)));

const isUnguarded = ({ guard }: Transition): boolean => guard === undefined;

/** Whether the machine leaves a state immediately, so that the state receives no event. */
export const isLeftImmediately = (node: StateNode): boolean =>
  (node.always ?? []).some((transition) => isUnguarded(transition) && transition.target !== undefined);

/** Whether a state, or an active state inside it, handles an event for any results of the guards. */
function alwaysHandles(node: StateNode, event: string, reachable: ReadonlySet<StateNode>): boolean {
  const handlesItself = transitionsOf(node).some(
    ([triggerType, candidates]) =>
      triggerType !== 'always' && matches(triggerType, event) && candidates.some(isUnguarded),
  );
  return handlesItself || isAlwaysHandledInside(node, event, reachable);
}

/**
 * Whether the active states inside a state always handle an event, so that the state itself never does. In a compound state each
 * inner state that the machine can stay in must handle the event; in a parallel state one region is enough.
 */
export function isAlwaysHandledInside(
  node: StateNode,
  event: string,
  reachable: ReadonlySet<StateNode>,
): boolean {
  const restingStates = childrenOf(node).filter(
    (child) => child.type !== 'history' && reachable.has(child) && !isLeftImmediately(child),
  );
  const handles = (child: StateNode): boolean => alwaysHandles(child, event, reachable);
  return node.type === 'parallel'
    ? restingStates.some(handles)
    : restingStates.length > 0 && restingStates.every(handles);
}
