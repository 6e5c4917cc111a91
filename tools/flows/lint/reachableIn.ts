import type { AnyStateMachine } from 'xstate';
import { defaultOf } from '../graph/history.ts';
import { type StateNode, transitionsOf } from '../transitions.ts';

/** The states that some sequence of events could enter if every guard agreed. */
export function reachableIn(machine: AnyStateMachine): ReadonlySet<StateNode> {
  const active = new Set<StateNode>();
  const entered = new Set<StateNode>();

  /** Because it is entered itself, or something inside it: what it listens to can happen. */
  const activate = (node: StateNode): void => {
    if (active.has(node)) return;
    active.add(node);
    if (node.parent !== undefined) activate(node.parent);
    if (node.type === 'parallel') Object.values(node.states as Record<string, StateNode>).forEach(enter);
    for (const [, candidates] of transitionsOf(node)) {
      for (const { target } of candidates) target?.forEach(enter);
    }
  };
  /** With the state inside that it begins with; a history remembers only what was entered before. */
  const enter = (node: StateNode): void => {
    if (entered.has(node)) return;
    entered.add(node);
    activate(node);
    if (node.type === 'compound') node.initial.target.forEach(enter);
    if (node.type === 'history') defaultOf(node).forEach(enter);
  };

  enter(machine.root);
  return active;
}
