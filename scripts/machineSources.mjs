// @ts-check
// Where a machine, its states and its transitions stand in the source files, for the inspector of `npm run dev`.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'vite';

/**
 * @typedef {any} Node A node of the syntax tree, as ESTree has it.
 * @typedef {{ readonly file: string, readonly text: string, readonly program: Node, readonly read: (file: string) => Source }} Source
 * @typedef {{ readonly source: Source, readonly node: Node }} Found A node, and the file that it stands in.
 * @typedef {{ readonly file: string, readonly line: number }} Place
 * @typedef {object} Wanted
 * @property {string} machine the id of the machine
 * @property {readonly string[]} states the names of its outermost states
 * @property {readonly string[]} path the names of the states down to the wanted one; none for the machine itself
 * @property {string | undefined} [cause] the event of a transition, as XState calls it
 * @property {number | undefined} [nth] which of its ways
 */

/** Reads each file once. @returns {(file: string) => Source} */
function reader() {
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

/** What is left of an expression without types and calls around it. @param {Node} node @returns {Node} */
function bare(node) {
  switch (node?.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
      return bare(node.expression);
    case 'CallExpression':
      // setup().createStateConfig({…}) and the like.
      return bare(node.arguments[0]);
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
    config ??= bare(node.arguments[0]);
  });
  return config;
}

/** @param {Node} property @returns {string | undefined} */
const nameOf = ({ key }) => key?.name ?? (key?.value === undefined ? undefined : String(key.value));

/**
 * What a name stands for in a file: a constant there, or one of the file that it is imported from.
 * @param {Source} source @param {string} name @returns {Found | null}
 */
function named(source, name) {
  for (const statement of source.program.body) {
    const declaration = statement.declaration ?? statement;
    for (const variable of declaration.declarations ?? []) {
      if (variable.id.name === name) return { source, node: variable };
    }
    if (statement.type !== 'ImportDeclaration' || !statement.source.value.startsWith('.')) continue;
    const imported = statement.specifiers.find((/** @type {Node} */ each) => each.local.name === name);
    if (imported)
      return named(
        source.read(join(dirname(source.file), statement.source.value)),
        imported.imported?.name ?? name,
      );
  }
  return null;
}

/**
 * A property of an object, with what it is: its own, or of an object that is spread in it.
 * @param {Found} object @param {string} name @returns {(Found & { readonly value: Found }) | null}
 */
function propertyOf({ source, node }, name) {
  for (const property of node?.properties ?? []) {
    if (property.type === 'SpreadElement') {
      const spread = valueOf({ source, node: property.argument });
      const found = spread && propertyOf(spread, name);
      if (found) return found;
    } else if (nameOf(property) === name) {
      const value = valueOf({ source, node: property.value });
      if (value === null) return null;
      // A constant of the same name is the state itself; another one may be what several states share.
      const constant = property.shorthand ? named(source, name) : null;
      const at = constant ?? { source, node: property };
      return { ...at, value };
    }
  }
  return null;
}

/** @param {Found} found @returns {Found | null} */
function valueOf({ source, node }) {
  const value = bare(node);
  if (value?.type !== 'Identifier') return { source, node: value };
  const definition = named(source, value.name);
  return definition && valueOf({ source: definition.source, node: definition.node.init });
}

/**
 * The property that a transition's event is written under, below a state.
 * @param {Found} state @param {string} cause @returns {(Found & { readonly value: Found }) | null}
 */
function causeIn(state, cause) {
  const below = (
    /** @type {(Found & { readonly value: Found }) | null} */ found,
    /** @type {string} */ name,
  ) => found && propertyOf(found.value, name);
  const written = below(propertyOf(state, 'on'), cause);
  if (written) return written;
  const [, kind, subject = ''] =
    /^xstate\.(done\.actor|error\.actor|done\.state|after)\.(.+)$/.exec(cause) ?? [];
  switch (kind) {
    case 'done.state':
      return propertyOf(state, 'onDone');
    case 'after': {
      const after = propertyOf(state, 'after');
      const delays = after?.value.node?.properties?.map(nameOf) ?? [];
      return below(
        after,
        delays.find((/** @type {string} */ delay) => subject.startsWith(`${delay}.`)) ?? subject,
      );
    }
    case 'done.actor':
    case 'error.actor': {
      const invoke = propertyOf(state, 'invoke');
      const all = invoke?.value.node?.elements ?? [invoke?.value.node];
      for (const node of all) {
        const one = invoke && { source: invoke.value.source, node: bare(node) };
        const id = one && propertyOf(one, 'id')?.value.node?.value;
        if (one && (all.length === 1 || id === subject))
          return propertyOf(one, kind === 'done.actor' ? 'onDone' : 'onError');
      }
      return null;
    }
    default:
      return cause === 'always' ? propertyOf(state, 'always') : null;
  }
}

/**
 * Where machines, states and transitions are written, as the files are now.
 * @param {string} folder the one that holds the machines
 */
export function placesIn(folder) {
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file))
    .filter((file) => readFileSync(file, 'utf8').includes('.createMachine('))
    .map(reader());
  return (/** @type {Wanted} */ wanted) => placeIn(sources, dirname(folder), wanted);
}

/**
 * The nearest that is found of what is around it, too.
 * @param {readonly Source[]} sources
 * @param {string} root
 * @param {Wanted} wanted
 * @returns {Place | null} null when no file has such a machine; the file is named from the root
 */
function placeIn(sources, root, { machine, states, path, cause, nth }) {
  /** @type {Found | null} */
  let made = null;
  for (const source of sources) {
    const whole = { source, node: machineIn(source) };
    const id = propertyOf(whole, 'id')?.value.node?.value;
    if (id === machine) {
      made = whole;
      break;
    }
    // One that a function makes gets its id from there; it is known by its states.
    const own = propertyOf(whole, 'states')?.value.node?.properties?.map(nameOf) ?? [];
    if (id === undefined && states.length > 0 && own.join() === states.join()) made ??= whole;
  }
  if (made === null) return null;
  /** @type {Found} */
  let at = made;
  /** @type {Found} */
  let state = made;
  for (const name of path) {
    const all = propertyOf(state, 'states');
    const found = all && propertyOf(all.value, name);
    if (!found) break;
    at = found;
    state = found.value;
  }
  const transition = cause === undefined ? null : causeIn(state, cause);
  if (transition) {
    const way = transition.value.node?.elements?.[nth ?? 0];
    at = way ? { source: transition.value.source, node: way } : transition;
  }
  const { source, node } = at;
  return {
    file: relative(root, source.file),
    line: source.text.slice(0, node.start).split('\n').length,
  };
}

/** Answers the inspector's page, in development. */
export const MACHINE_SOURCES = '/flows/source';

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
      const place = placesIn(join(root, 'machines'))({
        machine: query.get('machine') ?? '',
        states: list('states'),
        path: list('path'),
        cause: query.get('cause') ?? undefined,
        nth: nth === null ? undefined : Number(nth),
      });
      response.writeHead(place === null ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(place));
    });
  },
});
