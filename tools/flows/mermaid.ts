import type { GraphState, Way } from './graph.ts';

/**
 * A machine as a Mermaid state diagram, for readers and tools that take text: states, and transitions by event and
 * guard. Internal transitions and actions are only in the picture.
 */
export function mermaid(root: GraphState): string {
  const parents = new Map<string, string>();
  const note = (state: GraphState): void => {
    for (const inner of state.states) {
      parents.set(inner.id, state.id);
      note(inner);
    }
  };
  note(root);
  const isIn = (id: string | undefined, outer: string): boolean =>
    id !== undefined && (id === outer || isIn(parents.get(id), outer));

  /**
   * Mermaid cannot draw a line from a composite to its own child; such a transition starts at the composite's entry.
   */
  const entries = (state: GraphState): string[] => [
    ...(state.initial === null || state.type !== 'compound' ? [] : [`[*] --> ${name(state.initial)}`]),
    ...linesOf(state, (target) => isIn(target, state.id), '[*]'),
  ];

  const declared = (state: GraphState, indent: string): string[] => {
    if (state.states.length === 0) return [`${indent}state "${state.name}" as ${name(state.id)}`];
    const inner = state.states.map((child) => declared(child, `${indent}  `));
    return [
      `${indent}state "${state.name}" as ${name(state.id)} {`,
      ...inner.flatMap((lines, n) =>
        state.type === 'parallel' && n > 0 ? [`${indent}  --`, ...lines] : lines,
      ),
      ...entries(state).map((line) => `${indent}  ${line}`),
      `${indent}}`,
    ];
  };

  // Declared outside all composites, because Mermaid moves a state into the first composite that mentions it.
  const between = (state: GraphState): string[] => [
    ...linesOf(state, (target) => state.states.length === 0 || !isIn(target, state.id), name(state.id)),
    ...(state.type === 'final' ? [`${name(state.id)} --> [*]`] : []),
    ...state.states.flatMap(between),
  ];

  // A machine without states is drawn as one; Mermaid keeps the bare name 'root' for itself.
  if (root.states.length === 0) {
    const only = `machine_${name(root.id)}`;
    return `stateDiagram-v2\n  state "${root.name}" as ${only}\n  [*] --> ${only}\n`;
  }
  return [
    'stateDiagram-v2',
    ...root.states.flatMap((state) => declared(state, '  ')),
    ...[...entries(root), ...root.states.flatMap(between)].map((line) => `  ${line}`),
    '',
  ].join('\n');
}

/** Mermaid does not allow dots in names; letters of any script it does. */
const name = (id: string): string => id.replace(/[^\p{L}\p{M}\p{N}_]/gu, '_');

/** The lines from a state to other states, one per target, with a label of all its transitions. */
function linesOf(state: GraphState, isWanted: (target: string) => boolean, from: string): string[] {
  const labels = new Map<string, string[]>();
  for (const cause of state.causes) {
    for (const way of cause.ways) {
      for (const target of way.restarts ? [state.id] : way.targets.map(({ id }) => id)) {
        // Only an innermost state can have a line to itself.
        const to = way.restarts && state.states.length > 0 ? (state.initial ?? target) : target;
        if (isWanted(to)) labels.set(to, [...(labels.get(to) ?? []), labelOf(cause.name, way)]);
      }
    }
  }
  return [...labels].map(([to, texts]) => `${from} --> ${name(to)}: ${texts.join('<br/>')}`);
}

const labelOf = (cause: string, { guard }: Way): string =>
  (guard === null ? cause : guard === 'else' ? `${cause}, else` : `${cause} [${guard}]`).replace(
    /[:;#]/g,
    ' ',
  );
