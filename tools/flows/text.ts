import { type Cause, type GraphState, statesOf, type Way } from './graph.ts';

/**
 * A machine as text, one fact a line, for readers and for comparing two versions: states with what they are tagged with,
 * run and do on the way in and out; events with guards, targets and actions; descriptions.
 */
export const textOf = (root: GraphState): string =>
  statesOf(root)
    .map((state) => [headOf(state, root), ...bodyOf(state, root).map((line) => `  ${line}`)].join('\n'))
    .join('\n\n')
    .concat('\n');

/** A state by its path below the machine: 'card.paying'. */
export const pathOf = ({ id }: { readonly id: string }, root: GraphState): string =>
  id.startsWith(`${root.id}.`) ? id.slice(root.id.length + 1) : id;

/** Where a history leads that remembers nothing: 'card.paying'. */
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
  ...state.causes.flatMap((cause) => causeLines(cause, root)),
];

function causeLines({ name, ways }: Cause, root: GraphState): string[] {
  const [only] = ways;
  if (only && ways.length === 1 && only.guard === null) return wayLines(name, only, root, '');
  return [name, ...ways.flatMap((way) => wayLines(guardInText(way), way, root, '  '))];
}

const guardInText = ({ guard }: Way): string => (guard === 'else' ? 'else' : `[${guard ?? 'always'}]`);

function wayLines(head: string, way: Way, root: GraphState, indent: string): string[] {
  const description = way.description === null ? [] : [`${indent}  “${way.description}”`];
  const target = targetInText(way, root);
  const actions = way.actions.length === 0 ? '' : ` / ${way.actions.join(', ')}`;
  return [`${indent}${head}${target && ` ${target}`}${actions}`, ...description];
}

/** '→ card.paying', '↻ reenter', or nothing for a transition that stays. */
export const targetInText = ({ targets, restarts }: Way, root: GraphState): string =>
  restarts
    ? '↻ reenter'
    : targets.length === 0
      ? ''
      : `→ ${targets.map((target) => (target.id === root.id ? root.name : pathOf(target, root))).join(', ')}`;
