import { type Trigger, type GraphState, statesOf, type GraphTransition } from './graph.ts';

/**
 * A machine as text, one fact per line, for readers and for comparing two versions: states with their tags, actors, entry and exit
 * actions; events with guards, targets and actions; descriptions.
 */
export const textOf = (root: GraphState): string =>
  statesOf(root)
    .map((state) => [headOf(state, root), ...bodyOf(state, root).map((line) => `  ${line}`)].join('\n'))
    .join('\n\n')
    .concat('\n');

/** 'card.paying'. */
export const pathOf = ({ id }: { readonly id: string }, root: GraphState): string =>
  id.startsWith(`${root.id}.`) ? id.slice(root.id.length + 1) : id;

/** 'card.paying'. */
const historyTargets = ({ targets }: NonNullable<GraphState['history']>, root: GraphState): string =>
  targets.map((id) => (id === root.id ? root.name : pathOf({ id }, root))).join(', ');

/** 'deep history → card.paying'. */
export const historyInText = (history: NonNullable<GraphState['history']>, root: GraphState): string =>
  [`${history.depth} history`, historyTargets(history, root)].filter(Boolean).join(' → ');

const headOf = (state: GraphState, root: GraphState): string =>
  [
    state === root ? `machine ${root.name}` : pathOf(state, root),
    ...(state.type === 'parallel' || state.type === 'final' ? [`(${state.type})`] : []),
    ...(state.history === null ? [] : [`(${state.history.depth} history)`]),
    ...state.tags.map((tag) => `#${tag}`),
  ].join(' ');

const bodyOf = (state: GraphState, root: GraphState): string[] => [
  ...(state.description === null ? [] : [`“${state.description}”`]),
  ...(state.type === 'compound' && state.initial !== null
    ? [`starts in ${pathOf({ id: state.initial }, root)}`]
    : []),
  ...(state.history === null || state.history.targets.length === 0
    ? []
    : [`leads to ${historyTargets(state.history, root)} while it remembers nothing`]),
  ...state.entry.map((action) => `entry / ${action}`),
  ...state.exit.map((action) => `exit / ${action}`),
  ...state.invokes.map((id) => `runs ${id}`),
  ...state.triggers.flatMap((trigger) => triggerLines(trigger, root)),
];

function triggerLines({ name, transitions }: Trigger, root: GraphState): string[] {
  const [only] = transitions;
  if (only && transitions.length === 1 && only.guard === null) return transitionLines(name, only, root, '');
  return [
    name,
    ...transitions.flatMap((transition) => transitionLines(guardText(transition), transition, root, '  ')),
  ];
}

const guardText = ({ guard }: GraphTransition): string =>
  guard === 'else' ? 'else' : `[${guard ?? 'always'}]`;

function transitionLines(
  head: string,
  transition: GraphTransition,
  root: GraphState,
  indent: string,
): string[] {
  const description = transition.description === null ? [] : [`${indent}  “${transition.description}”`];
  const target = targetInText(transition, root);
  const actions = transition.actions.length === 0 ? '' : ` / ${transition.actions.join(', ')}`;
  return [`${indent}${head}${target && ` ${target}`}${actions}`, ...description];
}

/** '→ card.paying', '↻ reenter', or an empty text for a transition that stays in the state. */
export const targetInText = ({ targets, restarts }: GraphTransition, root: GraphState): string =>
  restarts
    ? '↻ reenter'
    : targets.length === 0
      ? ''
      : `→ ${targets.map((target) => (target.id === root.id ? root.name : pathOf(target, root))).join(', ')}`;
