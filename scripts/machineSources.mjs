// @ts-check
// Finds machines, states and transitions in the source files, for the inspector of `npm run dev`.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'vite';

/**
 * @typedef {any} Node A node of the ESTree syntax tree.
 * @typedef {{ readonly file: string, readonly text: string, readonly program: Node, readonly read: (file: string) => Source }} Source
 * @typedef {{ readonly source: Source, readonly node: Node }} Found A node and its file.
 * @typedef {{ readonly file: string, readonly line: number }} SourceLocation
 * @typedef {object} SourceQuery
 * @property {string} machine the id of the machine
 * @property {readonly string[]} states the names of its outermost states
 * @property {readonly string[]} path the names of the states down to the requested one; empty for the machine itself
 * @property {string | undefined} [cause] the event of a transition, as XState calls it
 * @property {number | undefined} [nth] the index of the transition among those of the same event
 */

/** Returns a function that parses a file and caches the result. @returns {(file: string) => Source} */
function createSourceReader() {
  /** @type {Map<string, Source>} */
  const sources = new Map();
  const read = (/** @type {string} */ file) => {
    const known = sources.get(file);
    if (known) return known;
    const text = readFileSync(file, 'utf8');
    const source = { file, text, program: parseSync(file, text).program, read };
    sources.set(file, source);
    return source;
  };
  return read;
}

/** Removes type assertions, parentheses and calls around an expression. @param {Node} node @returns {Node} */
function unwrap(node) {
  switch (node?.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
      return unwrap(node.expression);
    case 'CallExpression':
      // setup().createStateConfig({…}) and the like.
      return unwrap(node.arguments[0]);
    default:
      return node;
  }
}

/** Calls a function with every node of a tree. @param {Node} node @param {(node: Node) => void} visit */
function walk(node, visit) {
  if (Array.isArray(node)) for (const each of node) walk(each, visit);
  else if (typeof node?.type === 'string') {
    visit(node);
    for (const value of Object.values(node)) if (typeof value === 'object') walk(value, visit);
  }
}

/** The configuration of a machine in a file, or null. @param {Source} source @returns {Node} */
function machineIn({ program }) {
  let config = null;
  walk(program, (node) => {
    if (node.type !== 'CallExpression' || node.callee.property?.name !== 'createMachine') return;
    config ??= unwrap(node.arguments[0]);
  });
  return config;
}

/** @param {Node} property @returns {string | undefined} */
const nameOf = ({ key }) => key?.name ?? (key?.value === undefined ? undefined : String(key.value));

/**
 * Finds the declaration of a name: a constant of the file, or of the file that it is imported from.
 * @param {Source} source @param {string} name @returns {Found | null}
 */
function resolveName(source, name) {
  for (const statement of source.program.body) {
    const declaration = statement.declaration ?? statement;
    for (const variable of declaration.declarations ?? []) {
      if (variable.id.name === name) return { source, node: variable };
    }
    if (statement.type !== 'ImportDeclaration' || !statement.source.value.startsWith('.')) continue;
    const imported = statement.specifiers.find((/** @type {Node} */ each) => each.local.name === name);
    if (imported)
      return resolveName(
        source.read(join(dirname(source.file), statement.source.value)),
        imported.imported?.name ?? name,
      );
  }
  return null;
}

/**
 * Finds a property of an object, and the resolved value of the property. Objects that are spread in are searched as well.
 * @param {Found} object @param {string} name @returns {(Found & { readonly value: Found }) | null}
 */
function findProperty({ source, node }, name) {
  for (const property of node?.properties ?? []) {
    if (property.type === 'SpreadElement') {
      const spread = resolveValue({ source, node: property.argument });
      const found = spread && findProperty(spread, name);
      if (found) return found;
    } else if (nameOf(property) === name) {
      const value = resolveValue({ source, node: property.value });
      if (value === null) return null;
      // A constant of the same name is the state itself. A constant of another name may be shared by several states.
      const constant = property.shorthand ? resolveName(source, name) : null;
      const at = constant ?? { source, node: property };
      return { ...at, value };
    }
  }
  return null;
}

/** @param {Found} found @returns {Found | null} */
function resolveValue({ source, node }) {
  const value = unwrap(node);
  if (value?.type !== 'Identifier') return { source, node: value };
  const definition = resolveName(source, value.name);
  return definition && resolveValue({ source: definition.source, node: definition.node.init });
}

/**
 * Finds the property of a state that declares the transitions of an event.
 * @param {Found} state @param {string} cause @returns {(Found & { readonly value: Found }) | null}
 */
function findTransition(state, cause) {
  const childProperty = (
    /** @type {(Found & { readonly value: Found }) | null} */ found,
    /** @type {string} */ name,
  ) => found && findProperty(found.value, name);
  const declared = childProperty(findProperty(state, 'on'), cause);
  if (declared) return declared;
  const [, kind, subject = ''] =
    /^xstate\.(done\.actor|error\.actor|done\.state|after)\.(.+)$/.exec(cause) ?? [];
  switch (kind) {
    case 'done.state':
      return findProperty(state, 'onDone');
    case 'after': {
      const after = findProperty(state, 'after');
      const delays = after?.value.node?.properties?.map(nameOf) ?? [];
      return childProperty(
        after,
        delays.find((/** @type {string} */ delay) => subject.startsWith(`${delay}.`)) ?? subject,
      );
    }
    case 'done.actor':
    case 'error.actor': {
      const invoke = findProperty(state, 'invoke');
      const all = invoke?.value.node?.elements ?? [invoke?.value.node];
      for (const node of all) {
        const invocation = invoke && { source: invoke.value.source, node: unwrap(node) };
        const id = invocation && findProperty(invocation, 'id')?.value.node?.value;
        if (invocation && (all.length === 1 || id === subject))
          return findProperty(invocation, kind === 'done.actor' ? 'onDone' : 'onError');
      }
      return null;
    }
    default:
      return cause === 'always' ? findProperty(state, 'always') : null;
  }
}

/**
 * Returns a function that finds machines, states and transitions in the present source files.
 * @param {string} folder the folder of the machines
 */
export function createSourceLocator(folder) {
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file))
    .filter((file) => readFileSync(file, 'utf8').includes('.createMachine('))
    .map(createSourceReader());
  return (/** @type {SourceQuery} */ query) => locate(sources, dirname(folder), query);
}

/**
 * Finds the requested transition or state. If it cannot be found, returns the nearest enclosing state, or the machine.
 * @param {readonly Source[]} sources
 * @param {string} root
 * @param {SourceQuery} query
 * @returns {SourceLocation | null} null when no file has this machine; the path is relative to the root
 */
function locate(sources, root, { machine, states, path, cause, nth }) {
  /** @type {Found | null} */
  let machineNode = null;
  for (const source of sources) {
    const whole = { source, node: machineIn(source) };
    const id = findProperty(whole, 'id')?.value.node?.value;
    if (id === machine) {
      machineNode = whole;
      break;
    }
    // The id of a machine that a function creates is not in the configuration: the names of its states identify it.
    const stateNames = findProperty(whole, 'states')?.value.node?.properties?.map(nameOf) ?? [];
    if (id === undefined && states.length > 0 && stateNames.join() === states.join()) machineNode ??= whole;
  }
  if (machineNode === null) return null;
  /** @type {Found} */
  let at = machineNode;
  /** @type {Found} */
  let state = machineNode;
  for (const name of path) {
    const all = findProperty(state, 'states');
    const found = all && findProperty(all.value, name);
    if (!found) break;
    at = found;
    state = found.value;
  }
  const transition = cause === undefined ? null : findTransition(state, cause);
  if (transition) {
    const branch = transition.value.node?.elements?.[nth ?? 0];
    at = branch ? { source: transition.value.source, node: branch } : transition;
  }
  const { source, node } = at;
  return {
    file: relative(root, source.file),
    line: source.text.slice(0, node.start).split('\n').length,
  };
}

/** The path at which the development server answers the inspector's page. */
const MACHINE_SOURCES = '/flows/source';

/**
 * @param {string} root the project's folder
 * @returns {import('vite').Plugin}
 */
export const machineSources = (root) => ({
  name: 'litrooms:machine-sources',
  apply: 'serve',
  configureServer(server) {
    server.middlewares.use(MACHINE_SOURCES, (request, response) => {
      const query = new URL(request.url ?? '', 'http://localhost').searchParams;
      const list = (/** @type {string} */ name) => (query.get(name) ?? '').split(',').filter(Boolean);
      const nth = query.get('nth');
      const location = createSourceLocator(join(root, 'machines'))({
        machine: query.get('machine') ?? '',
        states: list('states'),
        path: list('path'),
        cause: query.get('cause') ?? undefined,
        nth: nth === null ? undefined : Number(nth),
      });
      response.writeHead(location === null ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(location));
    });
  },
});
