import { type GraphState, statesOf, type GraphTransition } from '../graph.ts';

/** A state's content without its name. Two states with the same signature are one renamed state. */
function signature(state: GraphState): string {
  const withoutId = (text: string): string => text.replaceAll(state.id, '·');
  const transitionSignature = ({ guard, actions, targets, restarts, code }: GraphTransition): unknown => [
    guard,
    actions,
    targets.map(({ id }) => withoutId(id)),
    restarts,
    code,
  ];
  return JSON.stringify([
    state.type,
    state.history && [state.history.depth, state.history.targets.map(withoutId)],
    state.tags,
    state.entry,
    state.exit,
    state.invokes,
    state.triggers.map(({ type, transitions }) => [withoutId(type), transitions.map(transitionSignature)]),
    state.states.map(({ name }) => name),
  ]);
}

const parentOf = (id: string): string => id.slice(0, id.lastIndexOf('.'));

/** States whose name is the only difference, as pairs of the old and the new id. */
export function findRenames(before: GraphState, after: GraphState): [from: string, to: string][] {
  const [oldStates, newStates] = [statesOf(before), statesOf(after)];
  const [oldIds, newIds] = [new Set(oldStates.map(({ id }) => id)), new Set(newStates.map(({ id }) => id))];
  const removed = oldStates.filter(({ id }) => !newIds.has(id) && newIds.has(parentOf(id)));
  const added = newStates.filter(({ id }) => !oldIds.has(id) && oldIds.has(parentOf(id)));
  return removed.flatMap((state): [string, string][] => {
    const matches = added.filter(
      (other) => parentOf(other.id) === parentOf(state.id) && signature(other) === signature(state),
    );
    const [match] = matches;
    const isUnambiguous =
      removed.filter(
        (other) => parentOf(other.id) === parentOf(state.id) && signature(other) === signature(state),
      ).length === 1;
    // The match must be unambiguous: several empty states, for example, have the same signature.
    return match !== undefined && matches.length === 1 && isUnambiguous ? [[state.id, match.id]] : [];
  });
}

export function applyRenames(graph: GraphState, renames: readonly (readonly [string, string])[]): GraphState {
  if (renames.length === 0) return graph;
  const newId = (id: string): string => {
    const found = renames.find(([from]) => id === from || id.startsWith(`${from}.`));
    return found === undefined ? id : `${found[1]}${id.slice(found[0].length)}`;
  };
  const change = (state: GraphState): GraphState => {
    const id = newId(state.id);
    return {
      ...state,
      id,
      name: id === state.id ? state.name : id.slice(id.lastIndexOf('.') + 1),
      initial: state.initial === null ? null : newId(state.initial),
      history: state.history && { ...state.history, targets: state.history.targets.map(newId) },
      triggers: state.triggers.map((trigger) => ({
        ...trigger,
        // A delay's event ends with the id of its state.
        type: trigger.type.endsWith(`.${state.id}`)
          ? trigger.type.slice(0, -state.id.length) + id
          : trigger.type,
        transitions: trigger.transitions.map((transition) => ({
          ...transition,
          targets: transition.targets.map((target) => ({ ...target, id: newId(target.id) })),
        })),
      })),
      states: state.states.map(change),
    };
  };
  return change(graph);
}
