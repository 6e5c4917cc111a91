import type { Box, Row } from './drawing/box.ts';
import type { Cause, GraphState } from './graph.ts';

/** A state, or one inside it, is on the way. */
const isPassed = (state: GraphState, passed: ReadonlySet<string>): boolean =>
  passed.has(state.id) || state.states.some((inner) => isPassed(inner, passed));

const causeRows = ({ name, ways }: Cause, passed: ReadonlySet<string>): Row[] =>
  ways
    .filter(({ id, targets }) => passed.has(id) && targets.length > 0)
    .map(({ id, guard, targets }) => ({
      kind: 'cause',
      text: guard === null || guard === 'else' ? name : `${name} [${guard}]`,
      transition: id,
      arrow: `→ ${targets.map((target) => target.name).join(', ')}`,
      targets: targets.map((target) => target.id),
    }));

const ABOUT = 'about';

/**
 * The ways through a machine that matter most, on one page: the states that they pass with what is said of them, and the
 * transitions that they take. Everything else is left out, and how much is said.
 *
 * @param passed ids of the states and transitions of those ways
 */
export function overviewBox(state: GraphState, passed: ReadonlySet<string>): Box {
  const inside = state.states.filter((inner) => isPassed(inner, passed));
  const rows = state.causes.flatMap((cause) => causeRows(cause, passed));
  const leftOut = state.states.length - inside.length;
  return {
    id: state.id,
    title: state.name,
    tags: [],
    rows: [
      ...(state.description === null ? [] : [{ kind: ABOUT, text: state.description } as const]),
      ...rows,
      ...(leftOut > 0 ? [{ kind: 'note', text: `… ${leftOut} more states beside this way` } as const] : []),
    ],
    initial: inside.some(({ id }) => id === state.initial) ? state.initial : null,
    isFinal: state.type === 'final',
    isParallel: state.type === 'parallel',
    boxes: inside.map((inner) => overviewBox(inner, passed)),
  };
}
