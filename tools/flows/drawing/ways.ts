import type { GraphState, GraphTransition } from '../graph.ts';

/** A transition in words. Pictures, texts and Mermaid texts are written from these. */
export interface Way {
  readonly event: string;
  /** '[isLate]' or 'else'; empty if the event has no other transition and no guard. */
  readonly condition: string;
  /** 'GO [isLate]'. */
  readonly label: string;
  /** '→ done', '↻ reenter', '↻ reenter → lit'; empty for a transition that changes no state. */
  readonly arrow: string;
  /** The named targets. A state that is entered again is not repeated. */
  readonly targets: readonly Target[];
  readonly transition: GraphTransition;
}

export type Target = GraphTransition['targets'][number];

export const REENTER = '↻ reenter';

/** The transitions of a state, in the order of evaluation. */
export const waysOf = (
  { id, triggers }: GraphState,
  nameOf: (target: Target) => string = ({ name }) => name,
): Way[] =>
  triggers.flatMap(({ name: event, transitions }) =>
    transitions.map((transition) => {
      const { guard, restarts } = transition;
      const isOnly = guard === null && transitions.length === 1;
      const condition = isOnly ? '' : guard === 'else' ? guard : `[${guard ?? 'always'}]`;
      const targets = transition.targets.filter((target) => !restarts || target.id !== id);
      const names = targets.map((target) => (target.id === id ? target.name : nameOf(target)));
      return {
        event,
        condition,
        label: `${event}${condition === 'else' ? ',' : ''} ${condition}`.trim(),
        arrow: [
          ...(restarts ? [REENTER] : []),
          ...(names.length === 0 ? [] : [`→ ${names.join(', ')}`]),
        ].join(' '),
        targets,
        transition,
      };
    }),
  );
