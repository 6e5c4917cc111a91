import type { AnyStateMachine } from 'xstate';
import { defaultTargets } from '../graph/history.ts';
import {
  childrenOf,
  selfAndDescendants,
  type StateNode,
  type Transition,
  transitionId,
  transitionsOf,
} from '../transitions.ts';

type States = ReadonlySet<StateNode>;

/** States and transitions that no path can take, for any results of the guards. */
export function deadEnds(machine: AnyStateMachine): { readonly text: string; readonly ids: string[] }[] {
  const reachable = reachableStates(machine);
  return selfAndDescendants(machine.root).flatMap((node) => {
    const lists = transitionsOf(node).map(([type, candidates]) => ({
      type,
      ids: candidates.map(transitionId),
      firstUnguarded: candidates.findIndex(isUnguarded),
    }));
    if (!reachable.has(node)) {
      const text = `${node.id}: no transition leads to this state`;
      return [{ text, ids: [node.id, ...lists.flatMap(({ ids }) => ids)] }];
    }
    return lists.flatMap(({ type, ids, firstUnguarded }) => {
      const where = `${node.id} on ${type}`;
      const reason = whyImpossible(node, type) ?? whyHandledInside(node, type, reachable);
      if (reason !== null) return [{ text: `${where}: ${reason}`, ids }];
      const followers = firstUnguarded < 0 ? [] : [...ids.entries()].slice(firstUnguarded + 1);
      return followers.map(([nth, id]) => ({
        text: `${where}: transition ${nth + 1} follows one without a guard`,
        ids: [id],
      }));
    });
  });
}

function whyImpossible(node: StateNode, event: string): string | null {
  if (event === 'always') return null;
  if (isLeftImmediately(node)) return 'the state is always left earlier';
  return event.startsWith('xstate.done.state.') && !canFinish(node) ? 'no inner state is final' : null;
}

const whyHandledInside = (node: StateNode, event: string, reachable: States): string | null =>
  event !== 'always' && isAlwaysHandledInside(node, event, reachable)
    ? 'the inner states always handle it first'
    : null;

const isUnguarded = ({ guard }: Transition): boolean => guard === undefined;

const canFinish = (node: StateNode): boolean =>
  node.type === 'parallel'
    ? childrenOf(node).every(canFinish)
    : node.type === 'final' || childrenOf(node).some(({ type }) => type === 'final');

/** The machine leaves the state immediately, so that it receives no event. */
const isLeftImmediately = (node: StateNode): boolean =>
  (node.always ?? []).some((transition) => isUnguarded(transition) && transition.target !== undefined);

/** States that some sequence of events could enter, for any results of the guards. */
function reachableStates(machine: AnyStateMachine): States {
  const active = new Set<StateNode>();
  const entered = new Set<StateNode>();
  /** A state is active when it or a state inside it is entered: all of its transitions can be taken. */
  const activate = (node: StateNode): void => {
    if (active.has(node)) return;
    active.add(node);
    if (node.parent !== undefined) activate(node.parent);
    if (node.type === 'parallel') childrenOf(node).forEach(enter);
    for (const [type, candidates] of transitionsOf(node)) {
      if (whyImpossible(node, type) !== null) continue;
      const firstUnguarded = candidates.findIndex(isUnguarded);
      const possible = firstUnguarded < 0 ? candidates : candidates.slice(0, firstUnguarded + 1);
      for (const { target } of possible) target?.forEach(enter);
    }
  };
  /** Enters a state with its initial state. A history state remembers only states that were entered before. */
  const enter = (node: StateNode): void => {
    if (entered.has(node)) return;
    entered.add(node);
    activate(node);
    if (node.type === 'compound') node.initial.target.forEach(enter);
    if (node.type === 'history') defaultTargets(node).forEach(enter);
  };
  enter(machine.root);
  return active;
}

/** Whether an event descriptor of a state matches an event: the same name, '*', or a prefix such as 'order.*'. */
const matches = (descriptor: string, event: string): boolean =>
  descriptor === event ||
  descriptor === '*' ||
  (descriptor.endsWith('.*') && (event + '.').startsWith(descriptor.slice(0, -1)));

/**
 * Whether the active states inside a state always handle an event, so that the state itself never does. In a compound state each
 * inner state that the machine can stay in must handle the event; in a parallel state one region is enough.
 */
function isAlwaysHandledInside(node: StateNode, event: string, reachable: States): boolean {
  const restingStates = childrenOf(node).filter(
    (child) => child.type !== 'history' && reachable.has(child) && !isLeftImmediately(child),
  );
  const handles = (child: StateNode): boolean =>
    transitionsOf(child).some(
      ([type, candidates]) => type !== 'always' && matches(type, event) && candidates.some(isUnguarded),
    ) || isAlwaysHandledInside(child, event, reachable);
  return node.type === 'parallel'
    ? restingStates.some(handles)
    : restingStates.length > 0 && restingStates.every(handles);
}
