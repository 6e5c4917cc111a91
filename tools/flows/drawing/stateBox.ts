import type { Box, Row } from './box.ts';
import type { Trigger, GraphState, GraphTransition } from '../graph.ts';

/** A machine or state as boxes with rows: its activities, and the transitions of each event. */
export const stateBox = (state: GraphState): Box => ({
  id: state.id,
  title: state.type === 'history' ? `${state.name} (history)` : state.name,
  tags: state.tags,
  rows: [
    ...descriptionRow('about', state.description),
    ...noteRow('entry', state.entry),
    ...noteRow('exit', state.exit),
    ...noteRow('runs', state.invokes),
    ...state.triggers.flatMap(triggerRows),
  ],
  initial: state.type === 'compound' ? state.initial : null,
  isFinal: state.type === 'final',
  isParallel: state.type === 'parallel',
  boxes: state.states.map(stateBox),
});

const descriptionRow = (kind: 'about' | 'aboutWay', description: string | null): Row[] =>
  description === null ? [] : [{ kind, text: description }];

const noteRow = (word: string, names: readonly string[]): Row[] =>
  names.length === 0 ? [] : [{ kind: 'note', text: `${word} / ${names.join(', ')}` }];

/** An event with one unguarded transition is one row; otherwise its transitions are rows below it, in order. */
function triggerRows({ name, transitions }: Trigger): Row[] {
  const [single] = transitions;
  if (single && transitions.length === 1 && single.guard === null)
    return transitionRows(single, 'cause', name);
  return [
    { kind: 'cause', text: name },
    ...transitions.flatMap((transition) =>
      transitionRows(
        transition,
        'way',
        transition.guard === 'else' ? 'else' : `[${transition.guard ?? 'always'}]`,
      ),
    ),
  ];
}

function transitionRows(transition: GraphTransition, kind: Row['kind'], text: string): Row[] {
  const transitionId = transition.id;
  const details: Row[] = [
    ...(transition.actions.length === 0
      ? []
      : [{ kind: 'action' as const, text: `/ ${transition.actions.join(', ')}`, transition: transitionId }]),
    ...descriptionRow('aboutWay', transition.description),
  ];
  if (transition.restarts) return [{ kind, text, transition: transitionId, arrow: '↻ reenter' }, ...details];
  if (transition.targets.length === 0) return [{ kind, text, transition: transitionId }, ...details];
  const arrow = `→ ${transition.targets.map((target) => target.name).join(', ')}`;
  return [
    { kind, text, transition: transitionId, arrow, targets: transition.targets.map(({ id }) => id) },
    ...details,
  ];
}
