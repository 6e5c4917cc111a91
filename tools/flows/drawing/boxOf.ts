import type { Box, Row } from './box.ts';
import type { Cause, GraphState, Way } from '../graph.ts';

/** A machine or state as boxes with rows: its activities, and the transitions of each event. */
export const boxOf = (state: GraphState): Box => ({
  id: state.id,
  title: state.type === 'history' ? `${state.name} (history)` : state.name,
  tags: state.tags,
  rows: [
    ...aboutRow('about', state.description),
    ...noteRow('entry', state.entry),
    ...noteRow('exit', state.exit),
    ...noteRow('runs', state.invokes),
    ...state.causes.flatMap(causeRows),
  ],
  initial: state.type === 'compound' ? state.initial : null,
  isFinal: state.type === 'final',
  isParallel: state.type === 'parallel',
  boxes: state.states.map(boxOf),
});

const aboutRow = (kind: 'about' | 'aboutWay', description: string | null): Row[] =>
  description === null ? [] : [{ kind, text: description }];

const noteRow = (word: string, names: readonly string[]): Row[] =>
  names.length === 0 ? [] : [{ kind: 'note', text: `${word} / ${names.join(', ')}` }];

/** An event with one unguarded transition is one row; otherwise its transitions are rows below it, in order. */
function causeRows({ name, ways }: Cause): Row[] {
  const [only] = ways;
  if (only && ways.length === 1 && only.guard === null) return wayRows(only, 'cause', name);
  return [
    { kind: 'cause', text: name },
    ...ways.flatMap((way) =>
      wayRows(way, 'way', way.guard === 'else' ? 'else' : `[${way.guard ?? 'always'}]`),
    ),
  ];
}

function wayRows(way: Way, kind: Row['kind'], text: string): Row[] {
  const transition = way.id;
  const done: Row[] = [
    ...(way.actions.length === 0
      ? []
      : [{ kind: 'action' as const, text: `/ ${way.actions.join(', ')}`, transition }]),
    ...aboutRow('aboutWay', way.description),
  ];
  if (way.restarts) return [{ kind, text, transition, arrow: '↻ reenter' }, ...done];
  if (way.targets.length === 0) return [{ kind, text, transition }, ...done];
  const arrow = `→ ${way.targets.map((target) => target.name).join(', ')}`;
  return [{ kind, text, transition, arrow, targets: way.targets.map(({ id }) => id) }, ...done];
}
