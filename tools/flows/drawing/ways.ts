import type { GraphState, GraphTransition } from '../graph.ts';

export type Way = ReturnType<typeof waysOf>[number];
export type Target = GraphTransition['targets'][number];

export const REENTER = '↻ reenter';

/** The transitions of a state in words, in the order of evaluation. Pictures, texts and Mermaid texts are written from these. */
export const waysOf = (
  { id, triggers }: GraphState,
  nameOf: (target: Target) => string = ({ name }) => name,
) =>
  triggers.flatMap(({ name: event, transitions }) =>
    transitions.map((transition) => {
      const { guard, restarts } = transition;
      const isOnly = guard === null && transitions.length === 1;
      /** '[isLate]' or 'else'; empty if the event has no other transition and no guard. */
      const condition = isOnly ? '' : guard === 'else' ? guard : `[${guard ?? 'always'}]`;
      // A state that is entered again is not repeated as a target.
      const targets = transition.targets.filter((target) => !restarts || target.id !== id);
      const names = targets.map((target) => (target.id === id ? target.name : nameOf(target)));
      /** '→ done', '↻ reenter', '↻ reenter → lit'; empty for a transition that changes no state. */
      const arrow = `${restarts ? REENTER : ''}${names.length > 0 ? ` → ${names.join(', ')}` : ''}`.trim();
      const label = `${event}${condition === 'else' ? ',' : ''} ${condition}`.trim();
      return { event, condition, label, arrow, targets, transition };
    }),
  );
