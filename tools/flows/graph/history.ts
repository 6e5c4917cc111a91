import type { AnyStateMachine } from 'xstate';
import type { StateNode } from '../transitions.ts';

export type Depth = 'shallow' | 'deep';

/** XState's default is shallow. */
export const depthOf = ({ history }: StateNode): Depth => (history === 'deep' ? 'deep' : 'shallow');

/**
 * The states that a history state leads to while it remembers nothing: its configured target, or the initial state of its parent.
 */
export function defaultTargets(history: StateNode): readonly StateNode[] {
  const { parent, machine } = history;
  const configured = (history.config as { readonly target?: string | readonly string[] }).target;
  if (parent === undefined) return [];
  if (configured !== undefined) return [configured].flat().map((target) => stateAt(target, parent, machine));
  return parent.type === 'parallel' ? [parent] : parent.initial.target;
}

/** `target` is an id ('#off') or a path from the history's parent ('on.bright'). */
function stateAt(target: string, from: StateNode, machine: AnyStateMachine): StateNode {
  if (target.startsWith('#')) return machine.getStateNodeById(target);
  const keys = target.split('.').filter((key) => key !== '');
  return keys.reduce((node, key) => {
    const inner = (node.states as Record<string, StateNode>)[key];
    if (inner === undefined)
      throw new Error(`${from.id}: its history leads to '${target}', which is no state`);
    return inner;
  }, from);
}
