import { REENTER, waysOf } from './drawing/ways.ts';
import { type GraphState, statesOf } from './graph.ts';

/**
 * A machine as a Mermaid state diagram: states, and transitions by event and guard. Actions are only in the picture. What Mermaid
 * has no line for is a line of text in the box of the state: a transition that changes no state, and one to the state itself or to a
 * state around it. The transitions of a composite state to states inside start at a box for all of its states, and a history state is a
 * choice with a note.
 */
export function mermaid(root: GraphState): string {
  const states = statesOf(root);
  const names = distinctNames(states.flatMap(({ id }) => [id, anyOf(id)]));
  const nameOf = (id: string): string => names.get(id) ?? '';
  const contains = (outer: GraphState | undefined, id: string): boolean =>
    outer !== undefined && statesOf(outer).some((state) => state.id === id);
  const byId = new Map(states.map((state) => [state.id, state]));

  const texts = new Map<string, string[]>();
  const lines = new Map<string, string[]>();
  const add = (to: Map<string, string[]>, key: string, text: string): unknown =>
    to.set(key, [...(to.get(key) ?? []), escapeText(text)]);
  for (const state of states) {
    const box = state.states.length === 0 ? state.id : anyOf(state.id);
    for (const { label, arrow, targets, transition } of waysOf(state)) {
      const cause = transition.restarts ? `${label} ${REENTER}` : label;
      if (targets.length === 0) add(texts, box, `${label} ${arrow}`);
      for (const { id, name } of targets) {
        const from = contains(state, id) ? box : state.id;
        if (contains(byId.get(id), state.id)) add(texts, box, `${cause} → ${name}`);
        else add(lines, `${nameOf(from)} --> ${nameOf(id)}`, cause);
      }
    }
    for (const id of state.history?.targets ?? [])
      if (!contains(byId.get(id), state.id))
        add(lines, `${nameOf(state.id)} --> ${nameOf(id)}`, 'while it remembers nothing');
  }

  const anyBox = ({ id, name }: GraphState): string[][] => {
    const any = nameOf(anyOf(id));
    const isUsed = texts.has(anyOf(id)) || [...lines.keys()].some((line) => line.startsWith(`${any} -->`));
    return isUsed ? [boxLines(anyOf(id), `in any state of ${name}`)] : [];
  };
  const boxLines = (id: string, title: string): string[] => [
    `state "${escapeText(title)}" as ${nameOf(id)}`,
    ...(texts.get(id) ?? []).map((text) => `${nameOf(id)} : ${text}`),
  ];
  const declaration = (state: GraphState): string[] => {
    const { id, name, type, history, initial } = state;
    if (history !== null)
      return [
        `state ${nameOf(id)} <<choice>>`,
        `note right of ${nameOf(id)}`,
        `  ${escapeText(`${name}: ${history.depth} history, the last state inside`)}`,
        'end note',
      ];
    if (state.states.length === 0)
      return [...boxLines(id, name), ...(type === 'final' ? [`${nameOf(id)} --> [*]`] : [])];
    const parts = [...anyBox(state), ...state.states.map(declaration)];
    const separator = type === 'parallel' ? ['--'] : [];
    const inner = [
      ...(type === 'compound' && initial !== null ? [`[*] --> ${nameOf(initial)}`] : []),
      ...parts.flatMap((part, n) => (n > 0 ? [...separator, ...part] : part)),
    ];
    return [`state "${escapeText(name)}" as ${nameOf(id)} {`, ...inner.map((line) => `  ${line}`), '}'];
  };

  return [
    'stateDiagram-v2',
    ...[
      `[*] --> ${nameOf(root.id)}`,
      ...declaration(root),
      // Outside all composites, because Mermaid moves a state into the first composite that mentions it.
      ...[...lines].map(([line, causes]) => `${line}: ${causes.join('<br/>')}`),
    ].map((line) => `  ${line}`),
    '',
  ].join('\n');
}

/** The box for all states of a composite one. */
const anyOf = (id: string): string => `${id} any`;

/** Words with a meaning in Mermaid. */
const RESERVED = /^(?:acc|class|click|default|direction|end|hide|href|note|root|scale|state|style|\d)/i;

/** Mermaid allows letters of any script in names, but no dots. */
function distinctNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const id of ids) {
    const readable = id.replace(/[^\p{L}\p{M}\p{N}_]/gu, '_').replace(RESERVED, 's_$&');
    let name = readable;
    for (let n = 2; taken.has(name); n += 1) name = `${readable}_${n}`;
    taken.add(name);
    names.set(id, name);
  }
  return names;
}

/** Character codes for what has a meaning in Mermaid. */
const escapeText = (text: string): string =>
  text
    .trim()
    .replace(
      /[^\p{L}\p{M}\p{N} .,/()[\]→↻…-]|\[(?=\[)|(?<=direction) /giu,
      (character) => `#${character.codePointAt(0)};`,
    );
