import type { GraphState, GraphTransition } from './graph.ts';

/**
 * A machine as a Mermaid state diagram: states, and transitions by event and guard. Transitions without a target and actions are
 * only in the picture.
 */
export function mermaid(root: GraphState): string {
  const parents = new Map<string, string>();
  const recordParents = (state: GraphState): void => {
    for (const inner of state.states) {
      parents.set(inner.id, state.id);
      recordParents(inner);
    }
  };
  recordParents(root);
  const isIn = (id: string | undefined, outer: string): boolean =>
    id !== undefined && (id === outer || isIn(parents.get(id), outer));

  /**
   * Mermaid cannot draw a line from a composite to its child; such a transition starts at the composite's entry.
   */
  const entries = (state: GraphState): string[] => [
    ...(state.initial === null || state.type !== 'compound' ? [] : [`[*] --> ${name(state.initial)}`]),
    ...linesOf(state, (target) => isIn(target, state.id), '[*]'),
  ];

  const declarations = (state: GraphState, indent: string): string[] => {
    if (state.states.length === 0) return [`${indent}state "${state.name}" as ${name(state.id)}`];
    const inner = state.states.map((child) => declarations(child, `${indent}  `));
    return [
      `${indent}state "${state.name}" as ${name(state.id)} {`,
      ...inner.flatMap((lines, n) =>
        state.type === 'parallel' && n > 0 ? [`${indent}  --`, ...lines] : lines,
      ),
      ...entries(state).map((line) => `${indent}  ${line}`),
      `${indent}}`,
    ];
  };

  // These lines are declared outside all composites, because Mermaid moves a state into the first composite that mentions it.
  const outerLines = (state: GraphState): string[] => [
    ...linesOf(state, (target) => state.states.length === 0 || !isIn(target, state.id), name(state.id)),
    ...(state.type === 'final' ? [`${name(state.id)} --> [*]`] : []),
    ...state.states.flatMap(outerLines),
  ];

  // A machine without states is drawn as one state. Its id has a prefix, because Mermaid reserves the name 'root'.
  if (root.states.length === 0) {
    const only = `machine_${name(root.id)}`;
    return `stateDiagram-v2\n  state "${root.name}" as ${only}\n  [*] --> ${only}\n`;
  }
  return [
    'stateDiagram-v2',
    ...root.states.flatMap((state) => declarations(state, '  ')),
    ...[...entries(root), ...root.states.flatMap(outerLines)].map((line) => `  ${line}`),
    '',
  ].join('\n');
}

/** Mermaid allows letters of any script in names, but no dots. */
const name = (id: string): string => id.replace(/[^\p{L}\p{M}\p{N}_]/gu, '_');

/** One line per target, with a label of all its transitions. */
function linesOf(state: GraphState, isIncluded: (target: string) => boolean, from: string): string[] {
  const labels = new Map<string, string[]>();
  for (const trigger of state.triggers) {
    for (const transition of trigger.transitions) {
      for (const target of transition.restarts ? [state.id] : transition.targets.map(({ id }) => id)) {
        // Mermaid can draw a self-transition only for an innermost state.
        const to = transition.restarts && state.states.length > 0 ? (state.initial ?? target) : target;
        if (isIncluded(to)) labels.set(to, [...(labels.get(to) ?? []), labelOf(trigger.name, transition)]);
      }
    }
  }
  return [...labels].map(([to, texts]) => `${from} --> ${name(to)}: ${texts.join('<br/>')}`);
}

const labelOf = (trigger: string, { guard }: GraphTransition): string =>
  (guard === null ? trigger : guard === 'else' ? `${trigger}, else` : `${trigger} [${guard}]`).replace(
    /[:;#]/g,
    ' ',
  );
