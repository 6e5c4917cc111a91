import { REENTER, type Target, waysOf } from './drawing/ways.ts';
import { type GraphState, statesOf, type GraphTransition } from './graph.ts';

/**
 * A machine as text, one fact per line, for readers and for comparing two versions: states with their tags, actors, entry and exit
 * actions; events with guards, targets and actions; descriptions.
 */
export const textOf = (root: GraphState): string =>
  `${statesOf(root)
    .map((state) => [headOf(state, root), ...bodyOf(state, root)].join('\n  '))
    .join('\n\n')}\n`;

/** 'card.paying'; the id of a state with an explicit one. */
export const pathOf = ({ id }: { readonly id: string }, root: GraphState): string =>
  id.startsWith(`${root.id}.`) ? id.slice(root.id.length + 1) : id;

const pathsOf = (ids: readonly string[], root: GraphState): string =>
  ids.map((id) => (id === root.id ? root.name : pathOf({ id }, root))).join(', ');

/** '→ card.paying', '↻ reenter', or an empty text for a transition that changes no state. */
export const targetInText = ({ targets, restarts }: GraphTransition, root: GraphState): string =>
  restarts
    ? REENTER
    : targets.length === 0
      ? ''
      : `→ ${pathsOf(
          targets.map(({ id }) => id),
          root,
        )}`;

/** 'deep history → card.paying'. */
export const historyInText = (
  { depth, targets }: NonNullable<GraphState['history']>,
  root: GraphState,
): string => [`${depth} history`, pathsOf(targets, root)].filter(Boolean).join(' → ');

const headOf = (state: GraphState, root: GraphState): string =>
  [
    state === root ? `machine ${root.name}` : pathOf(state, root),
    ...(state.type === 'parallel' || state.type === 'final' ? [`(${state.type})`] : []),
    ...(state.history === null ? [] : [`(${state.history.depth} history)`]),
    ...state.tags.map((tag) => `#${tag}`),
  ].join(' ');

const quote = (description: string | null): string[] => (description === null ? [] : [`“${description}”`]);

const bodyOf = (state: GraphState, root: GraphState): string[] => [
  ...quote(state.description),
  ...(state.type === 'compound' && state.initial !== null
    ? [`starts in ${pathsOf([state.initial], root)}`]
    : []),
  ...(state.history === null || state.history.targets.length === 0
    ? []
    : [`leads to ${pathsOf(state.history.targets, root)} while it remembers nothing`]),
  ...state.entry.map((action) => `entry / ${action}`),
  ...state.exit.map((action) => `exit / ${action}`),
  ...state.invokes.map((id) => `runs ${id}`),
  ...waysOf(state, (target) => pathOf(target, root)).flatMap(({ label, arrow, transition }) => [
    `${label}${arrow && ` ${arrow}`}${transition.actions.length > 0 ? ` / ${transition.actions.join(', ')}` : ''}`,
    ...quote(transition.description).map((text) => `  ${text}`),
  ]),
];
