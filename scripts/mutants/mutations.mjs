// @ts-check
import { parseSync, Visitor } from 'vite';

/**
 * One change to a file. `start` and `end` are offsets into its text.
 * @typedef {object} Mutation
 * @property {number} start
 * @property {number} end
 * @property {string} replacement
 * @property {string} description a description of the change
 */

/** @typedef {any} Node a node of the syntax tree */

const COMPARISONS = /** @type {Record<string, string>} */ ({
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
});
const LOGIC = /** @type {Record<string, string>} */ ({ '&&': '||', '||': '&&' });
const ARITHMETIC = /** @type {Record<string, string>} */ ({ '+': '-', '-': '+', '*': '/', '/': '*' });

/** Properties whose value is an action or a list of actions or tags: each one is removed in turn. */
const ACTION_LISTS = new Set(['actions', 'entry', 'exit', 'tags']);
/** Properties whose value maps events or delays to transitions: each entry is removed in turn. */
const ENTRY_MAPS = new Set(['on', 'after']);
/** Properties of a machine that are removed as a whole. */
const OPTIONAL = new Set(['always', 'reenter', 'onError', 'onDone']);

/** Operators in SQL text, each with its replacement. */
const SQL_OPERATORS = /** @type {[RegExp, string][]} */ ([
  [/ <= /g, ' < '],
  [/ >= /g, ' > '],
  [/ < /g, ' <= '],
  [/ > /g, ' >= '],
  [/ is not null/g, ' is null'],
  [/ is null/g, ' is not null'],
  [/ and not /g, ' and '],
  [/ not exists /g, ' exists '],
  [/ for update/g, ''],
  [/ order by \w+/g, ''],
]);

/** @param {Node} property @returns {string | undefined} */
const nameOf = (property) =>
  property.type === 'Property' && !property.computed ? (property.key.name ?? property.key.value) : undefined;

/** @param {Node} node @returns {boolean} */
const isText = (node) => node.type === 'Literal' && typeof node.value === 'string';

/** Whether a condition is already negated as a comparison or a negation. @param {Node} test @returns {boolean} */
const isFlippedElsewhere = (test) =>
  (test.type === 'BinaryExpression' && ['===', '!=='].includes(test.operator)) ||
  (test.type === 'UnaryExpression' && test.operator === '!');

/**
 * All mutations of a source file, in the order of the text. Machines have additional mutations: an action removed, a guard negated
 * or removed, a target replaced, a delay, key or transition removed.
 * @param {string} file
 * @param {string} text
 * @param {{isMachine: boolean}} options
 * @returns {Mutation[]}
 */
export function mutationsOf(file, text, { isMachine }) {
  const { program } = parseSync(file, text, { lang: 'ts' });
  /** @type {Mutation[]} */
  const mutations = [];
  /** @param {Node} node @param {string} replacement @param {string} description */
  const replace = (node, replacement, description) =>
    mutations.push({ start: node.start, end: node.end, replacement, description });

  /** @param {Node} node a binary or logical expression @param {string} operator the new operator */
  const replaceOperator = (node, operator) => {
    const start = text.indexOf(node.operator, node.left.end);
    const end = start + node.operator.length;
    mutations.push({ start, end, replacement: operator, description: `${operator} in ${excerpt(node)}` });
  };

  /** Removes one item of a list together with its comma. @param {Node} item @param {string} description */
  const removeItem = (item, description) => {
    const comma = /^\s*,/.exec(text.slice(item.end));
    mutations.push({
      start: item.start,
      end: item.end + (comma?.[0].length ?? 0),
      replacement: '',
      description,
    });
  };
  /** @param {Node} node */
  const excerpt = (node) => text.slice(node.start, node.end).replaceAll(/\s+/g, ' ').slice(0, 60);

  /** @type {string[]} */
  const targets = [];
  /** @type {{node: Node, target: string}[]} */
  const retargetable = [];
  /** @param {Node} node */
  const recordTarget = (node) => {
    targets.push(node.value);
    retargetable.push({ node, target: node.value });
  };

  /** @param {Node} property */
  function mutateMachineProperty(property) {
    const name = nameOf(property);
    const { value } = property;
    if (name === undefined) return;
    if (ACTION_LISTS.has(name)) {
      if (value.type === 'ArrayExpression') {
        for (const item of value.elements) removeItem(item, `${name} without ${excerpt(item)}`);
      } else removeItem(property, `without ${name}: ${excerpt(value)}`);
    }
    if (name === 'guard') {
      if (isText(value))
        replace(value, `__not(${text.slice(value.start, value.end)})`, `not ${excerpt(value)}`);
      removeItem(property, `without the guard ${excerpt(value)}`);
    }
    if (name === 'target' && isText(value)) recordTarget(value);
    if (OPTIONAL.has(name)) {
      removeItem(property, `without ${name}: ${excerpt(value)}`);
      if (isText(value)) recordTarget(value);
    }
    if (ENTRY_MAPS.has(name) && value.type === 'ObjectExpression') {
      for (const entry of value.properties) {
        removeItem(entry, `without ${name} ${excerpt(entry)}`);
        if (nameOf(entry) !== undefined && isText(entry.value)) recordTarget(entry.value);
      }
    }
  }

  /** What only the compiler reads: literal types, a machine's types, and assertions of an event's type. @type {Node[]} */
  const types = [];
  new Visitor({
    /** @param {Node} node */
    TSLiteralType(node) {
      types.push(node);
    },
    /** @param {Node} node */
    Property(node) {
      if (!isMachine) return;
      if (nameOf(node) === 'types') types.push(node.value);
      mutateMachineProperty(node);
    },
    /** @param {Node} node */
    BinaryExpression(node) {
      const other = COMPARISONS[node.operator] ?? ARITHMETIC[node.operator];
      if (other === undefined || (node.operator === '+' && [node.left, node.right].some(isText))) return;
      replaceOperator(node, other);
    },
    /** @param {Node} node */
    LogicalExpression(node) {
      const other = LOGIC[node.operator];
      if (other === undefined) return;
      replaceOperator(node, other);
    },
    /** @param {Node} node */
    UnaryExpression(node) {
      if (node.operator === '!')
        replace(node, text.slice(node.argument.start, node.argument.end), `without ! in ${excerpt(node)}`);
    },
    /** @param {Node} node */
    Literal(node) {
      if (typeof node.value === 'boolean')
        replace(node, String(!node.value), `${!node.value} for ${node.value}`);
      if (typeof node.value === 'number')
        replace(node, String(node.value + 1), `${node.value + 1} for ${node.raw}`);
    },
    /** @param {Node} node */
    IfStatement(node) {
      if (!isFlippedElsewhere(node.test))
        replace(
          node.test,
          `!(${text.slice(node.test.start, node.test.end)})`,
          `if not (${excerpt(node.test)})`,
        );
    },
    /** @param {Node} node */
    ConditionalExpression(node) {
      if (!isFlippedElsewhere(node.test))
        replace(
          node.test,
          `!(${text.slice(node.test.start, node.test.end)})`,
          `not (${excerpt(node.test)}) ? :`,
        );
    },
    /** @param {Node} node */
    ExpressionStatement(node) {
      if (isMachine && node.expression.callee?.name === 'assertEvent') types.push(node);
      if (node.directive === undefined || node.directive === null)
        replace(node, ';', `without ${excerpt(node)}`);
    },
    /** @param {Node} node */
    ThrowStatement(node) {
      replace(node, ';', `without ${excerpt(node)}`);
    },
    /** @param {Node} node */
    CallExpression(node) {
      const { callee } = node;
      if (
        callee.type === 'MemberExpression' &&
        ['where', 'filter', 'onConflict'].includes(callee.property.name)
      ) {
        mutations.push({
          start: callee.object.end,
          end: node.end,
          replacement: '',
          description: `without ${text.slice(callee.object.end, node.end).replaceAll(/\s+/g, ' ').slice(0, 60)}`,
        });
      }
      if (
        callee.type === 'Identifier' &&
        callee.name === 'assign' &&
        node.arguments[0]?.type === 'ObjectExpression'
      ) {
        for (const property of node.arguments[0].properties)
          removeItem(property, `assign without ${excerpt(property)}`);
      }
    },
    /** @param {Node} node */
    TemplateElement(node) {
      for (const [operator, replacement] of SQL_OPERATORS) {
        for (const match of text.slice(node.start, node.end).matchAll(operator)) {
          const start = node.start + match.index;
          mutations.push({
            start,
            end: start + match[0].length,
            replacement,
            description: `SQL${replacement} for${match[0]}`,
          });
        }
      }
    },
  }).visit(program);

  const distinct = [...new Set(targets)];
  for (const { node, target } of retargetable) {
    const other = distinct.find(
      (candidate) =>
        candidate !== target &&
        candidate.startsWith('#') === target.startsWith('#') &&
        candidate.startsWith('.') === target.startsWith('.'),
    );
    if (other !== undefined) replace(node, `'${other}'`, `${other} instead of ${target}`);
  }
  return mutations
    .filter(({ start, end }) => !types.some((type) => type.start <= start && end <= type.end))
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

/**
 * The text of a file with one mutation applied.
 * @param {string} text
 * @param {Mutation} mutation
 */
export function mutate(text, { start, end, replacement }) {
  const changed = text.slice(0, start) + replacement + text.slice(end);
  return replacement.startsWith('__not(') ? `import { not as __not } from 'xstate';${changed}` : changed;
}
