import type { AnyStateMachine } from 'xstate';
import { codeOf } from '../graph/code.ts';
import { graphOf, type GraphState } from '../graph.ts';

/** What two versions of a machine are compared by. */
export interface Definition {
  readonly graph: GraphState;
  /** By name: 'guard isReady', 'action ring', 'delay aWhile', 'actor load'. */
  readonly code: Readonly<Record<string, string>>;
}

const kinds = { guards: 'guard', actions: 'action', delays: 'delay', actors: 'actor' } as const;

export const definitionOf = (machine: AnyStateMachine): Definition => ({
  graph: graphOf(machine),
  code: Object.fromEntries(
    Object.entries(kinds).flatMap(([key, kind]) =>
      Object.entries(machine.implementations[key as keyof typeof kinds] as Record<string, unknown>).map(
        ([name, implementation]) => [`${kind} ${name}`, codeOf(implementation, 1)],
      ),
    ),
  ),
});
