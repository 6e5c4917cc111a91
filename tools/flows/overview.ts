import type { Box, Row } from './drawing/box.ts';
import type { Trigger, GraphState } from './graph.ts';

/** Whether the paths pass a state or a state inside it. */
const isPassed = (state: GraphState, passed: ReadonlySet<string>): boolean =>
  passed.has(state.id) || state.states.some((inner) => isPassed(inner, passed));

const triggerRows = ({ name, transitions }: Trigger, passed: ReadonlySet<string>): Row[] =>
  transitions
    .filter(({ id, targets }) => passed.has(id) && targets.length > 0)
    .map(({ id, guard, targets }) => ({
      kind: 'cause',
      text: guard === null || guard === 'else' ? name : `${name} [${guard}]`,
      transition: id,
      arrow: `→ ${targets.map((target) => target.name).join(', ')}`,
      targets: targets.map((target) => target.id),
    }));

const DESCRIPTION_KIND = 'about';

/**
 * The most important paths through a machine, on one page: the states that they pass, with their descriptions, and the transitions
 * that they take. All other states are left out, and their number is shown.
 *
 * @param passed the ids of the states and transitions of the paths
 */
export function overviewBox(state: GraphState, passed: ReadonlySet<string>): Box {
  const passedChildren = state.states.filter((inner) => isPassed(inner, passed));
  const rows = state.triggers.flatMap((trigger) => triggerRows(trigger, passed));
  const omittedCount = state.states.length - passedChildren.length;
  return {
    id: state.id,
    title: state.name,
    tags: [],
    rows: [
      ...(state.description === null ? [] : [{ kind: DESCRIPTION_KIND, text: state.description } as const]),
      ...rows,
      ...(omittedCount > 0
        ? [{ kind: 'note', text: `… ${omittedCount} more states beside this way` } as const]
        : []),
    ],
    initial: passedChildren.some(({ id }) => id === state.initial) ? state.initial : null,
    isFinal: state.type === 'final',
    isParallel: state.type === 'parallel',
    boxes: passedChildren.map((inner) => overviewBox(inner, passed)),
  };
}
