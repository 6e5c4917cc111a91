import type { GraphState } from '../graph.ts';
import type { Box, Row } from './box.ts';
import { type Way, waysOf } from './ways.ts';

/** A machine or state as boxes with rows: its activities, and the transitions of each event. */
export const stateBox = (state: GraphState): Box => ({
  id: state.id,
  title: state.history === null ? state.name : `${state.name} (${state.history.depth} history)`,
  tags: state.tags,
  rows: [
    ...aboutRow('about', state.description),
    ...noteRow('entry', state.entry),
    ...noteRow('exit', state.exit),
    ...noteRow('runs', state.invokes),
    ...historyRow(state),
    ...transitionRows(waysOf(state)),
  ],
  initial: state.type === 'compound' ? state.initial : null,
  isFinal: state.type === 'final',
  isParallel: state.type === 'parallel',
  boxes: state.states.map(stateBox),
});

const aboutRow = (kind: 'about' | 'aboutWay', text: string | null): Row[] =>
  text === null ? [] : [{ kind, text }];

const noteRow = (word: string, names: readonly string[]): Row[] =>
  names.length === 0 ? [] : [{ kind: 'note', text: `${word} / ${names.join(', ')}` }];

const historyRow = ({ history }: GraphState): Row[] => {
  const targets = history?.targets ?? [];
  if (targets.length === 0) return [];
  const names = targets.map((id) => id.slice(id.lastIndexOf('.') + 1)).join(', ');
  return [{ kind: 'cause', text: 'while it remembers nothing', arrow: `→ ${names}`, targets }];
};

/** An event with one unguarded transition is one row; otherwise its transitions are rows below it, in order. */
const transitionRows = (ways: readonly Way[]): Row[] =>
  ways.flatMap((way, n): Row[] => {
    const { event, condition, transition } = way;
    const isFirst = ways[n - 1]?.event !== event;
    return [
      ...(isFirst && condition !== '' ? [{ kind: 'cause', text: event } as const] : []),
      condition === '' ? wayRow(way, 'cause', event) : wayRow(way, 'way', condition),
      ...(transition.actions.length === 0
        ? []
        : [
            {
              kind: 'action',
              text: `/ ${transition.actions.join(', ')}`,
              transition: transition.id,
            } as const,
          ]),
      ...aboutRow('aboutWay', transition.description),
    ];
  });

export const wayRow = ({ arrow, targets, transition }: Way, kind: Row['kind'], text: string): Row => ({
  kind,
  text,
  transition: transition.id,
  ...(arrow === '' ? {} : { arrow }),
  ...(targets.length === 0 ? {} : { targets: targets.map(({ id }) => id) }),
});
