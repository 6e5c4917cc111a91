import { parseSync, Visitor, type ESTree } from 'vite';

/** One change to a file. `start` and `end` are offsets into its text. */
export interface Mutation {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  readonly description: string;
}

/** Properties whose value is an action or a list of actions or tags: each one is removed in turn. */
const ACTION_LISTS = new Set(['actions', 'entry', 'exit', 'tags']);
/** Properties whose value maps events or delays to transitions: each entry is removed in turn. */
const ENTRY_MAPS = new Set(['on', 'after']);
/** Properties that are removed as a whole. */
const OPTIONAL = new Set(['always', 'reenter', 'onError', 'onDone']);

const nameOf = (property: ESTree.Node): string | undefined => {
  if (property.type !== 'Property' || property.computed) return undefined;
  const { key } = property;
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' ? String(key.value) : undefined;
};

const isText = (node: ESTree.Node): node is ESTree.StringLiteral =>
  node.type === 'Literal' && typeof node.value === 'string';

/**
 * The mistakes that only a machine can have, in the order of the text: an action, tag, guard, transition, delay or assigned key is
 * missing, a guard is inverted, or a transition leads to another state.
 */
export function mutationsOf(file: string, text: string): Mutation[] {
  const { program } = parseSync(file, text, { lang: 'ts' });
  const mutations: Mutation[] = [];
  const excerpt = ({ start, end }: ESTree.Node) =>
    text.slice(start, end).replaceAll(/\s+/g, ' ').slice(0, 60);
  const replace = ({ start, end }: ESTree.Node, replacement: string, description: string) =>
    mutations.push({ start, end, replacement, description });
  /** Removes one item of a list together with its comma. */
  const removeItem = ({ start, end }: ESTree.Node, description: string) => {
    const comma = /^\s*,/.exec(text.slice(end))?.[0].length ?? 0;
    mutations.push({ start, end: end + comma, replacement: '', description });
  };
  const targets: ESTree.StringLiteral[] = [];
  /** What only the compiler reads. */
  const types: ESTree.Node[] = [];

  new Visitor({
    Property(node) {
      const name = nameOf(node);
      const { value } = node;
      if (name === undefined) return;
      if (name === 'types') types.push(value);
      if (ACTION_LISTS.has(name)) {
        if (value.type !== 'ArrayExpression') removeItem(node, `without ${name}: ${excerpt(value)}`);
        else
          for (const item of value.elements) {
            if (item !== null) removeItem(item, `${name} without ${excerpt(item)}`);
          }
      }
      if (name === 'guard') {
        if (isText(value))
          replace(value, `__not(${text.slice(value.start, value.end)})`, `not ${excerpt(value)}`);
        removeItem(node, `without the guard ${excerpt(value)}`);
      }
      if (OPTIONAL.has(name)) removeItem(node, `without ${name}: ${excerpt(value)}`);
      if ((name === 'target' || OPTIONAL.has(name)) && isText(value)) targets.push(value);
      if (ENTRY_MAPS.has(name) && value.type === 'ObjectExpression') {
        for (const entry of value.properties) {
          removeItem(entry, `without ${name} ${excerpt(entry)}`);
          if (entry.type === 'Property' && isText(entry.value)) targets.push(entry.value);
        }
      }
    },
    CallExpression({ callee, arguments: [assigned] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'assign') return;
      if (assigned?.type !== 'ObjectExpression') return;
      for (const property of assigned.properties) removeItem(property, `assign without ${excerpt(property)}`);
    },
  }).visit(program);

  for (const node of targets) {
    const other = targets.find(
      ({ value }) => value !== node.value && /^[#.]?/.exec(value)?.[0] === /^[#.]?/.exec(node.value)?.[0],
    );
    if (other) replace(node, `'${other.value}'`, `${other.value} instead of ${node.value}`);
  }
  return mutations
    .filter(({ start, end }) => !types.some((type) => type.start <= start && end <= type.end))
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

export function mutate(text: string, { start, end, replacement }: Mutation): string {
  const changed = text.slice(0, start) + replacement + text.slice(end);
  return replacement.startsWith('__not(') ? `import { not as __not } from 'xstate';${changed}` : changed;
}
