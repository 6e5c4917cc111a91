import type { AnyStateMachine } from 'xstate';
import { selfAndDescendants, type StateNode, transitionId, transitionsOf } from '../transitions.ts';
import { childrenOf, isAlwaysHandledInside, isLeftImmediately } from './shadowed.ts';
import { reachableStates } from './reachableStates.ts';

/** A state or transition that no path can take, for any results of the guards. */
export interface DeadEnd {
  readonly text: string;
  readonly ids: readonly string[];
}

export function deadEnds(machine: AnyStateMachine): DeadEnd[] {
  const reachable = reachableStates(machine);
  return selfAndDescendants(machine.root).flatMap((node): DeadEnd[] => {
    const transitionLists = transitionsOf(node);
    if (!reachable.has(node)) {
      const transitionIds = transitionLists.flatMap(([, candidates]) => candidates.map(transitionId));
      return [{ text: `${node.id}: no transition leads to this state`, ids: [node.id, ...transitionIds] }];
    }
    return transitionLists.flatMap(([triggerType, candidates]): DeadEnd[] => {
      const where = `${node.id} on ${triggerType}`;
      const ids = candidates.map(transitionId);
      if (triggerType !== 'always') {
        if (isLeftImmediately(node)) return [{ text: `${where}: the state is always left earlier`, ids }];
        if (triggerType.startsWith('xstate.done.state.') && !canFinish(node))
          return [{ text: `${where}: no inner state is final`, ids }];
        if (isAlwaysHandledInside(node, triggerType, reachable))
          return [{ text: `${where}: the inner states always handle it first`, ids }];
      }
      const firstUnguarded = candidates.findIndex(({ guard }) => guard === undefined);
      return ids.flatMap((id, nth) =>
        firstUnguarded >= 0 && nth > firstUnguarded
          ? [{ text: `${where}: transition ${nth + 1} follows one without a guard`, ids: [id] }]
          : [],
      );
    });
  });
}

const canFinish = (node: StateNode): boolean =>
  node.type === 'parallel'
    ? childrenOf(node).every(canFinish)
    : node.type === 'final' || childrenOf(node).some(({ type }) => type === 'final');
