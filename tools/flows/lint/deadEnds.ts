import type { AnyStateMachine } from 'xstate';
import { nodesBelow, type StateNode, type Transition, transitionId, transitionsOf } from '../transitions.ts';
import { reachableIn } from './reachableIn.ts';
import { isTakenInside } from './shadowed.ts';

/** Something that no path can pass, with any result of the guards. */
export interface DeadEnd {
  readonly text: string;
  /** The states and transitions that it is about, by id. */
  readonly ids: readonly string[];
}

export function deadEnds(machine: AnyStateMachine): DeadEnd[] {
  const reachable = reachableIn(machine);
  return nodesBelow(machine.root).flatMap((node): DeadEnd[] => {
    const causes = transitionsOf(node);
    if (!reachable.has(node)) {
      const own = causes.flatMap(([, candidates]) => candidates.map(transitionId));
      return [{ text: `${node.id}: no transition leads to this state`, ids: [node.id, ...own] }];
    }
    const left = causes.find(([cause, candidates]) => cause === 'always' && candidates.some(isSureExit));
    return causes.flatMap(([cause, candidates]): DeadEnd[] => {
      const where = `${node.id} on ${cause}`;
      const ids = candidates.map(transitionId);
      if (left !== undefined && cause !== 'always')
        return [{ text: `${where}: the state is always left before`, ids }];
      if (cause.startsWith('xstate.done.state.') && !canFinish(node)) {
        return [{ text: `${where}: nothing in the state is final`, ids }];
      }
      if (cause !== 'always' && isTakenInside(node, cause, reachable)) {
        return [{ text: `${where}: the states inside always take it before`, ids }];
      }
      const sure = candidates.findIndex(({ guard }) => guard === undefined);
      return ids.flatMap((id, nth) =>
        sure >= 0 && nth > sure
          ? [{ text: `${where}: way ${nth + 1} stands behind one without a guard`, ids: [id] }]
          : [],
      );
    });
  });
}

const isSureExit = ({ guard, target }: Transition): boolean => guard === undefined && target !== undefined;

function canFinish(node: StateNode): boolean {
  const inner = Object.values(node.states as Record<string, StateNode>);
  if (node.type === 'parallel') return inner.every(canFinish);
  return node.type === 'final' || inner.some(({ type }) => type === 'final');
}
