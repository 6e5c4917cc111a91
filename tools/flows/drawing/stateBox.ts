import type { GraphState } from '../graph.ts';
import type { Box, Row } from './box.ts';
import { type Way, waysOf } from './ways.ts';

/** A machine or state as boxes with rows: its activities, and the transitions of each event. */
export const stateBox = (state: GraphState): Box => ({
  id: state.id,
  title: state.history === null ? state.name : `${state.name} (${state.history.depth} history)`,
  tags: state.tags,
  rows: [
    ...row('about', state.description),
    ...row('note', list('entry', state.entry)),
    ...row('note', list('exit', state.exit)),
    ...row('note', list('runs', state.invokes)),
    ...historyRow(state.history?.targets ?? []),
    ...transitionRows(waysOf(state)),
  ],
  initial: state.type === 'compound' ? state.initial : null,
  isFinal: state.type === 'final',
  isParallel: state.type === 'parallel',
  boxes: state.states.map(stateBox),
});

const row = (kind: Row['kind'], text: string | null, more: Partial<Row> = {}): Row[] =>
  text === null || text === '' ? [] : [{ kind, text, ...more }];

const list = (word: string, names: readonly string[]): string =>
  names.length === 0 ? '' : `${word} / ${names.join(', ')}`.trim();

const historyRow = (targets: readonly string[]): Row[] => {
  const names = targets.map((id) => id.slice(id.lastIndexOf('.') + 1)).join(', ');
  return names === '' ? [] : row('cause', 'while it remembers nothing', { arrow: `→ ${names}`, targets });
};

/** An event with one unguarded transition is one row; otherwise its transitions are rows below it, in order. */
const transitionRows = (ways: readonly Way[]): Row[] =>
  ways.flatMap((way, n): Row[] => {
    const { event, condition, transition } = way;
    const isFirst = condition !== '' && ways[n - 1]?.event !== event;
    return [
      ...row('cause', isFirst ? event : ''),
      condition === '' ? wayRow(way, 'cause', event) : wayRow(way, 'way', condition),
      ...row('action', list('', transition.actions), { transition: transition.id }),
      ...row('aboutWay', transition.description),
    ];
  });

export const wayRow = ({ arrow, targets, transition }: Way, kind: Row['kind'], text: string): Row => ({
  kind,
  text,
  transition: transition.id,
  ...(arrow !== '' && { arrow }),
  ...(targets.length > 0 && { targets: targets.map(({ id }) => id) }),
});
