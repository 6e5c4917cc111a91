import type { AnyStateMachine } from 'xstate';
import { defaultTargets } from '../graph/history.ts';
import { type StateNode, transitionsOf } from '../transitions.ts';
import { childrenOf } from './shadowed.ts';

/** States that some sequence of events could enter if every guard returned true. */
export function reachableStates(machine: AnyStateMachine): ReadonlySet<StateNode> {
  const active = new Set<StateNode>();
  const entered = new Set<StateNode>();

  /** A state is active when it or a state inside it is entered: all of its transitions can be taken. */
  const activate = (node: StateNode): void => {
    if (active.has(node)) return;
    active.add(node);
    if (node.parent !== undefined) activate(node.parent);
    if (node.type === 'parallel') childrenOf(node).forEach(enter);
    for (const [, candidates] of transitionsOf(node)) {
      for (const { target } of candidates) target?.forEach(enter);
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
