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
  const insides = new Map(states.map((state) => [state.id, new Set(statesOf(state).map(({ id }) => id))]));
  const contains = (outer: string, id: string): boolean => insides.get(outer)?.has(id) === true;

  const texts = new Map<string, string[]>();
  const lines = new Map<string, string[]>();
  const add = (to: Map<string, string[]>, key: string, text: string): unknown =>
    to.set(key, [...(to.get(key) ?? []), escapeText(text)]);
  for (const state of states) {
    const source = state.id;
    const box = state.states.length === 0 ? source : anyOf(source);
    for (const { label, targets, transition } of waysOf(state)) {
      const cause = transition.restarts ? `${label} ${REENTER}` : label;
      if (targets.length === 0) add(texts, box, cause);
      for (const { id, name } of targets)
        if (contains(id, source)) add(texts, box, `${cause} → ${name}`);
        else add(lines, `${nameOf(contains(source, id) ? box : source)} --> ${nameOf(id)}`, cause);
    }
    for (const id of state.history?.targets ?? [])
      if (!contains(id, source))
        add(lines, `${nameOf(source)} --> ${nameOf(id)}`, 'while it remembers nothing');
  }

  const boxOf = (id: string, title: string): string[] => [
    `state "${escapeText(title)}" as ${nameOf(id)}`,
    ...(texts.get(id) ?? []).map((text) => `${nameOf(id)} : ${text}`),
  ];
  const declarationOf = ({ id, name, type, history, initial, states: inner }: GraphState): string[] => {
    if (history !== null)
      return [
        `state ${nameOf(id)} <<choice>>`,
        `note right of ${nameOf(id)}`,
        `  ${escapeText(`${name}: ${history.depth} history, the last state inside`)}`,
        'end note',
      ];
    if (inner.length === 0)
      return [...boxOf(id, name), ...(type === 'final' ? [`${nameOf(id)} --> [*]`] : [])];
    const parts = inner.map(declarationOf);
    const any = anyOf(id);
    const isUsed = texts.has(any) || [...lines.keys()].some((line) => line.startsWith(`${nameOf(any)} `));
    if (isUsed) parts.unshift(boxOf(any, `in any state of ${name}`));
    return [
      `state "${escapeText(name)}" as ${nameOf(id)} {`,
      ...(type === 'parallel' || initial === null ? [] : [`  [*] --> ${nameOf(initial)}`]),
      ...parts
        .flatMap((part, n) => (type === 'parallel' && n > 0 ? ['--', ...part] : part))
        .map((line) => `  ${line}`),
      '}',
    ];
  };
  return [
    'stateDiagram-v2',
    `[*] --> ${nameOf(root.id)}`,
    ...declarationOf(root),
    // Outside all composites, because Mermaid moves a state into the first composite that mentions it.
    ...[...lines].map(([line, causes]) => `${line}: ${causes.join('<br/>')}`),
  ]
    .join('\n  ')
    .concat('\n');
}

/** The box for all states of a composite one. */
const anyOf = (id: string): string => `${id} any`;

/** Words with a meaning in Mermaid. */
const RESERVED = /^(?:acc|class|click|default|direction|end|hide|href|note|root|scale|state|style|\d)/i;

/** Mermaid allows letters of any script in names, but no dots. */
function distinctNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Map<string, string>();
  for (const id of ids) {
    const readable = id.replace(/[^\p{L}\p{M}\p{N}_]/gu, '_').replace(RESERVED, 's_$&');
    let name = readable;
    for (let n = 2; taken.has(name); n += 1) name = `${readable}_${n}`;
    taken.set(name, id);
  }
  return new Map([...taken].map(([name, id]) => [id, name]));
}

/** Character codes for what has a meaning in Mermaid. */
const escapeText = (text: string): string =>
  text.replace(
    /[^\p{L}\p{M}\p{N} .,/()[\]→↻…-]|\[(?=\[)|(?<=direction) /giu,
    (character) => `#${character.codePointAt(0)};`,
  );
