import { waysOf } from './drawing/ways.ts';
import { type GraphState, statesOf } from './graph.ts';

/**
 * A machine as text, one fact per line, for readers and for comparing two versions: states with their tags, actors, entry and exit
 * actions; events with guards, targets and actions; descriptions.
 */
export function textOf(root: GraphState): string {
  /** 'card.paying'; the id of a state with an explicit one. */
  const nameOf = (id: string): string => (id.startsWith(`${root.id}.`) ? id.slice(root.id.length + 1) : id);
  const namesOf = (ids: readonly string[]): string => ids.map(nameOf).join(', ');
  const about = (text: string | null): string[] => (text === null ? [] : [`“${text}”`]);

  return `${statesOf(root)
    .map((state) => {
      const { id, type, tags, history, initial } = state;
      return [
        [
          state === root ? `machine ${root.name}` : nameOf(id),
          ...(type === 'parallel' || type === 'final' ? [`(${type})`] : []),
          ...(history === null ? [] : [`(${history.depth} history)`]),
          ...tags.map((tag) => `#${tag}`),
        ].join(' '),
        ...about(state.description),
        ...(type === 'compound' && initial !== null ? [`starts in ${nameOf(initial)}`] : []),
        ...(history === null || history.targets.length === 0
          ? []
          : [`leads to ${namesOf(history.targets)} while it remembers nothing`]),
        ...state.entry.map((action) => `entry / ${action}`),
        ...state.exit.map((action) => `exit / ${action}`),
        ...state.invokes.map((actor) => `runs ${actor}`),
        ...waysOf(state, (target) => nameOf(target.id)).flatMap(({ label, arrow, transition }) => {
          const actions = transition.actions.length === 0 ? '' : `/ ${transition.actions.join(', ')}`;
          const line = [label, arrow, actions].filter(Boolean).join(' ');
          return [line, ...about(transition.description).map((text) => `  ${text}`)];
        }),
      ].join('\n  ');
    })
    .join('\n\n')}\n`;
}
