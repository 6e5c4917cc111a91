// Finds machines, states and transitions in the source files, for the inspector of `npm run dev`.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync, type Plugin } from 'vite';

/** A node of the ESTree syntax tree: what is read here of all kinds of nodes. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly arguments?: readonly Node[];
  readonly argument?: Node;
  readonly callee?: Node;
  readonly declaration?: Node | null;
  readonly declarations?: readonly Node[];
  readonly elements?: readonly Node[];
  readonly exported?: Node;
  readonly expression?: Node;
  readonly id?: Node;
  readonly imported?: Node;
  readonly init?: Node;
  readonly key?: Node;
  readonly local?: Node;
  readonly name?: string;
  readonly object?: Node;
  readonly properties?: readonly Node[];
  readonly property?: Node;
  readonly shorthand?: boolean;
  readonly source?: Node;
  readonly specifiers?: readonly Node[];
  /** a node in a property, the value in a literal */
  readonly value?: unknown;
}

interface Source {
  readonly file: string;
  readonly text: string;
  readonly program: { readonly body: readonly Node[] };
  readonly read: (file: string) => Source;
}

/** A node and its file. */
interface Found {
  readonly source: Source;
  readonly node: Node | undefined;
}

/** A property of an object, and its resolved value. */
interface Property extends Found {
  readonly value: Found;
}

export interface SourceLocation {
  readonly file: string;
  readonly line: number;
}

export interface SourceQuery {
  /** the id of the machine */
  machine: string;
  /** the names of its outermost states */
  states: readonly string[];
  /** the names of the states down to the requested one; empty for the machine itself */
  path: readonly string[];
  /** the event of a transition, as XState calls it */
  cause?: string | undefined;
  /** the index of the transition among those of the same event */
  nth?: number | undefined;
}

/** Returns a function that parses a file and caches the result. */
function createSourceReader(): (file: string) => Source {
  const sources = new Map<string, Source>();
  const read = (file: string) => {
    const known = sources.get(file);
    if (known) return known;
    const text = readFileSync(file, 'utf8');
    const { body } = parseSync(file, text).program as { body: unknown[] };
    const source: Source = { file, text, program: { body: body as Node[] }, read };
    sources.set(file, source);
    return source;
  };
  return read;
}

/** Removes type assertions, parentheses and calls around an expression. */
function unwrap(node: Node | undefined): Node | undefined {
  switch (node?.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
      return unwrap(node.expression);
    case 'CallExpression':
      // setup().createStateConfig({…}) and the like.
      return unwrap(node.arguments?.[0]);
    default:
      return node;
  }
}

/** Calls a function with every node of a tree. */
function walk(tree: unknown, visit: (node: Node) => void) {
  if (Array.isArray(tree)) for (const each of tree) walk(each, visit);
  else if (typeof tree === 'object' && tree !== null && 'type' in tree) {
    visit(tree as Node);
    for (const value of Object.values(tree)) walk(value, visit);
  }
}

function machineIn({ program }: Source): Node | undefined {
  let config: Node | undefined;
  walk(program.body, (node) => {
    if (node.type !== 'CallExpression' || node.callee?.property?.name !== 'createMachine') return;
    config ??= unwrap(node.arguments?.[0]);
  });
  return config;
}

function nameOf({ key }: Node): string | undefined {
  const literal = key?.value;
  return (
    key?.name ?? (typeof literal === 'string' || typeof literal === 'number' ? String(literal) : undefined)
  );
}

/** Finds the declaration of a name: a constant of the file, or of the file that it is imported or exported from. */
function resolveName(source: Source, name: string): Found | null {
  for (const statement of source.program.body) {
    const declaration = statement.declaration ?? statement;
    for (const variable of declaration.declarations ?? []) {
      if (variable.id?.name === name) return { source, node: variable };
    }
    const from = String(statement.source?.value);
    if (!from.startsWith('.')) continue;
    const specifier = statement.specifiers?.find(({ exported, local }) => (exported ?? local)?.name === name);
    const original = specifier?.imported ?? specifier?.local;
    if (original) return resolveName(source.read(join(dirname(source.file), from)), original.name ?? name);
  }
  return null;
}

/** Finds a property of an object, and the resolved value of the property. Objects that are spread in are searched as well. */
function findProperty({ source, node }: Found, name: string): Property | null {
  for (const property of node?.properties ?? []) {
    if (property.type === 'SpreadElement') {
      const spread = resolveValue({ source, node: property.argument });
      const found = spread && findProperty(spread, name);
      if (found) return found;
    } else if (nameOf(property) === name) {
      const value = resolveValue({ source, node: property.value as Node });
      if (value === null) return null;
      // A constant of the same name is the state itself. A constant of another name may be shared by several states.
      const constant = property.shorthand ? resolveName(source, name) : null;
      const at = constant ?? { source, node: property };
      return { ...at, value };
    }
  }
  return null;
}

function resolveValue({ source, node }: Found): Found | null {
  const value = unwrap(node);
  if (value?.type === 'MemberExpression') {
    const object = resolveValue({ source, node: value.object });
    const property = object && findProperty(object, value.property?.name ?? '');
    return property?.value ?? { source, node: value };
  }
  if (value?.name === undefined) return { source, node: value };
  const definition = resolveName(source, value.name);
  return definition && resolveValue({ source: definition.source, node: definition.node?.init });
}

/** Finds the property of a state that declares the transitions of an event. */
function findTransition(state: Found, cause: string): Property | null {
  const childProperty = (found: Property | null, name: string) => found && findProperty(found.value, name);
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
      return childProperty(after, delays.find((delay) => subject.startsWith(`${delay}.`)) ?? subject);
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
 * Returns a function that finds machines, states and transitions in the current source files.
 * @param folder the folder of the machines
 */
export function createSourceLocator(folder: string) {
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file))
    .filter((file) => readFileSync(file, 'utf8').includes('.createMachine('))
    .map(createSourceReader());
  return (query: SourceQuery) => locate(sources, dirname(folder), query);
}

/**
 * Finds the requested transition or state. If it cannot be found, returns the nearest enclosing state, or the machine.
 * @returns null when no file has this machine; the path is relative to the root
 */
function locate(
  sources: readonly Source[],
  root: string,
  { machine, states, path, cause, nth }: SourceQuery,
): SourceLocation | null {
  let machineNode: Found | null = null;
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
  let at: Found = machineNode;
  let state: Found = machineNode;
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
    line: source.text.slice(0, node?.start).split('\n').length,
  };
}

/** The development server answers the inspector's page here. */
const MACHINE_SOURCES = '/flows/source';

/** @param root the project's folder */
export const machineSources = (root: string): Plugin => ({
  name: 'litrooms:machine-sources',
  apply: 'serve',
  configureServer(server) {
    server.middlewares.use(MACHINE_SOURCES, (request, response) => {
      const query = new URL(request.url ?? '', 'http://localhost').searchParams;
      const list = (name: string) => (query.get(name) ?? '').split(',').filter(Boolean);
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
