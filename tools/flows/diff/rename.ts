import { type GraphState, statesOf, type Way } from '../graph.ts';

/** What a state is without its name: two with the same are one that was renamed. */
function signature(state: GraphState): string {
  const own = (text: string): string => text.replaceAll(state.id, '·');
  const way = ({ guard, actions, targets, restarts, code }: Way): unknown => [
    guard,
    actions,
    targets.map(({ id }) => own(id)),
    restarts,
    code,
  ];
  return JSON.stringify([
    state.type,
    state.history && [state.history.depth, state.history.targets.map(own)],
    state.tags,
    state.entry,
    state.exit,
    state.invokes,
    state.causes.map(({ type, ways }) => [own(type), ways.map(way)]),
    state.states.map(({ name }) => name),
  ]);
}

const parentOf = (id: string): string => id.slice(0, id.lastIndexOf('.'));

/** States of which only the name is another, as ids before and after. */
export function renamesBetween(before: GraphState, after: GraphState): [from: string, to: string][] {
  const [old, young] = [statesOf(before), statesOf(after)];
  const [oldIds, youngIds] = [new Set(old.map(({ id }) => id)), new Set(young.map(({ id }) => id))];
  const gone = old.filter(({ id }) => !youngIds.has(id) && youngIds.has(parentOf(id)));
  const added = young.filter(({ id }) => !oldIds.has(id) && oldIds.has(parentOf(id)));
  return gone.flatMap((state): [string, string][] => {
    const alike = added.filter(
      (other) => parentOf(other.id) === parentOf(state.id) && signature(other) === signature(state),
    );
    const [only] = alike;
    const isOnly =
      gone.filter(
        (other) => parentOf(other.id) === parentOf(state.id) && signature(other) === signature(state),
      ).length === 1;
    // An empty state says too little to be recognised unless nothing else was added or removed there.
    return only !== undefined && alike.length === 1 && isOnly ? [[state.id, only.id]] : [];
  });
}

/** A machine with the later names of its states. */
export function renamed(graph: GraphState, renames: readonly (readonly [string, string])[]): GraphState {
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
      causes: state.causes.map((cause) => ({
        ...cause,
        // A delay's event ends with the id of its state.
        type: cause.type.endsWith(`.${state.id}`) ? cause.type.slice(0, -state.id.length) + id : cause.type,
        ways: cause.ways.map((way) => ({
          ...way,
          targets: way.targets.map((target) => ({ ...target, id: newId(target.id) })),
        })),
      })),
      states: state.states.map(change),
    };
  };
  return change(graph);
}
