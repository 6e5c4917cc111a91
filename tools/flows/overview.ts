import type { Box } from './drawing/box.ts';
import { stateBox, wayRow } from './drawing/stateBox.ts';
import { waysOf } from './drawing/ways.ts';
import { type GraphState, statesOf } from './graph.ts';

/**
 * The most important paths through a machine, on one page: the states that they pass, with their descriptions, and the transitions
 * that they take. All other states are left out, and their number is shown.
 *
 * @param passed the ids of the states and transitions of the paths
 */
export function overviewBox(state: GraphState, passed: ReadonlySet<string>): Box {
  const inner = state.states.filter((each) => statesOf(each).some(({ id }) => passed.has(id)));
  const box = stateBox({ ...state, states: [] });
  const omittedCount = state.states.length - inner.length;
  return {
    ...box,
    tags: [],
    rows: [
      ...box.rows.filter(({ kind }) => kind === 'about'),
      ...waysOf(state)
        .filter(({ targets, transition }) => passed.has(transition.id) && targets.length > 0)
        .map((way) => wayRow(way, 'cause', way.condition === 'else' ? way.event : way.label)),
      ...(omittedCount > 0
        ? [{ kind: 'note', text: `… ${omittedCount} more states not on this path` } as const]
        : []),
    ],
    initial: inner.some(({ id }) => id === state.initial) ? state.initial : null,
    boxes: inner.map((each) => overviewBox(each, passed)),
  };
}
