import type { AnyStateMachine } from 'xstate';
import { scopesOf } from './scopes.ts';

/** A piece of code or data with its name: 'guard isReady', 'parameters of go', 'MAX_ATTEMPTS'. */
export type Section = readonly [title: string, text: string];

export type Named = readonly [title: string, value: unknown];

interface Written {
  readonly text: string;
  /** What the text refers to. */
  readonly references: readonly Named[];
}

/** The loader names imports so. */
const IMPORT = /\b__vi(?:te_ssr)?_import_\d+__\./g;
const STRING = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g;
const PATH = /(?<![\w$]|(?<!\.\.)\.)[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*/g;

/** Before the name of a function of a package. */
const FOREIGN = 'package function ';

/** Without comments on lines of their own, and with the indentation of a function at the left edge. */
function readable(source: string): string {
  const lines = source
    .replace(/^[ \t]*\/\*.*?\*\/[ \t]*$/gms, '')
    .replace(IMPORT, '')
    .replace(/\(0, ?([\w$.]+)\)/g, '$1')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trimStart().startsWith('//'));
  const indents = lines.slice(1).map((line) => line.length - line.trimStart().length);
  const margin = Math.min(...indents);
  return lines
    .map((line, n) => (n === 0 ? line : line.slice(margin)).trimEnd().replaceAll('\t', '  '))
    .join('\n');
}

/** Line breaks and spaces outside strings do not count. */
export const squeezed = (text: string): string =>
  text.replace(
    /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\s+/g,
    (_all, string?: string) => string ?? ' ',
  );

const isPlain = (value: object): boolean =>
  Object.getPrototypeOf(value) === null || Object.getPrototypeOf(value) === Object.prototype;

/** The variables, imports and constants that a function uses: all paths in its source that begin with a variable around it. */
function referencesOf(source: string, scopes: ReturnType<typeof scopesOf>['variables']): Named[] {
  const found = new Map<string, unknown>();
  for (const [path] of source.replace(STRING, '""').matchAll(PATH)) {
    const [root = '', ...keys] = path.split(/\??\./);
    const scope = scopes.find((variables) => Object.hasOwn(variables, root));
    if (scope === undefined) continue;
    let [title, value] = [root, scope[root]];
    for (const key of keys) {
      if (typeof value !== 'object' || value === null || Array.isArray(value) || !(key in value)) break;
      [title, value] = [`${title}.${key}`, Reflect.get(value, key)];
    }
    found.set(title.replace(IMPORT, ''), value);
  }
  return [...found];
}

/** Long data has a line for each entry, so that a difference in it is a few lines. */
function inBrackets([open, close]: readonly [string, string], entries: readonly string[]): string {
  const line = entries.join(', ');
  const inner = open.endsWith('{') && line !== '' ? ` ${line} ` : line;
  if (line.length <= 80 && !line.includes('\n')) return `${open}${inner}${close}`;
  return [open, ...entries.map((entry) => `  ${entry.replaceAll('\n', '\n  ')},`), close].join('\n');
}

const isMachine = (value: object): value is AnyStateMachine => 'root' in value && 'implementations' in value;
const isRunning = (value: object): boolean => 'sessionId' in value;

/** Reads the code and the data of machines. `compared`: machines that are compared on their own, and only named in others. */
export function codeReader(compared: ReadonlySet<unknown>) {
  const written = new WeakMap<object, Written>();

  function write(value: unknown): Written {
    if (typeof value === 'bigint') return { text: `${value}n`, references: [] };
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null)
      return { text: JSON.stringify(value) ?? String(value), references: [] };
    const earlier = written.get(value);
    if (earlier !== undefined) return earlier;
    // A value that contains itself.
    written.set(value, { text: '…', references: [] });
    const result = typeof value === 'function' ? writeFunction(value) : writeObject(value);
    written.set(value, result);
    return result;
  }

  function writeObject(value: object): Written {
    if (isRunning(value)) return { text: 'a running actor', references: [] };
    if (isMachine(value)) {
      const { id, config, implementations } = value;
      const isNamed = compared.has(config);
      return {
        text: `machine ${id}`,
        references: isNamed ? [] : [[`machine ${id}`, { config, implementations }]],
      };
    }
    if (value instanceof Date || value instanceof RegExp) return { text: String(value), references: [] };
    if (value instanceof Map || value instanceof Set || Array.isArray(value)) {
      const items = [...value].map(write);
      const name = Array.isArray(value) ? '' : value.constructor.name;
      return {
        text: inBrackets(
          [`${name}[`, ']'],
          items.map(({ text }) => text),
        ),
        references: items.flatMap(({ references }) => references),
      };
    }
    return writeFields(
      isPlain(value) ? ['{', '}'] : [`${value.constructor?.name} {`, '}'],
      Object.entries(value),
    );
  }

  function writeFields(brackets: readonly [string, string], fields: readonly [string, unknown][]): Written {
    const shown = fields
      .map(([key, value]) => [key, write(value)] as const)
      // XState's own functions: `resolve: resolveAssign`.
      .filter(([key, { text }]) => !text.startsWith(`${FOREIGN}${key}`))
      .toSorted(([one], [other]) => (one < other ? -1 : 1));
    return {
      text: inBrackets(
        brackets,
        shown.map(([key, { text }]) => `${/^[\w$]+$/.test(key) ? key : JSON.stringify(key)}: ${text}`),
      ),
      references: fields.flatMap(([, value]) => write(value).references),
    };
  }

  function writeFunction(value: object): Written {
    const { isForeign, variables } = scopesOf(value);
    const source = Function.prototype.toString.call(value);
    const references = referencesOf(source, variables);
    const { name, type, check, ...fields } = value as Readonly<Record<string, unknown>>;
    // What XState's creators return: the fields differ, the function is always the same.
    if (isForeign && Object.keys(fields).length > 0) {
      const creator = String(type ?? (typeof check === 'function' ? check.name : name)).replace(
        /^xstate\./,
        '',
      );
      return writeFields([`${creator}({`, '})'], Object.entries(fields));
    }
    return { text: isForeign ? `${FOREIGN}${String(name)}` : readable(source), references };
  }

  const quotedIn = new Map<string, readonly string[]>();
  function quoted(text: string): readonly string[] {
    const found = quotedIn.get(text) ?? [...text.matchAll(STRING)].map(([string]) => string.slice(1, -1));
    quotedIn.set(text, found);
    return found;
  }

  /** The code of some values and of all that they use: variables, functions, and implementations by name. */
  return function sectionsOf(
    values: readonly Named[],
    mentioned: (name: string) => readonly Named[],
  ): Section[] {
    const sections = new Map<string, string>();
    const seen = new Set<unknown>();
    const visit = ([title, value]: Named): void => {
      if (seen.has(value)) return;
      if ((typeof value === 'object' || typeof value === 'function') && value !== null) seen.add(value);
      const { text, references } = write(value);
      let unique = title;
      while (sections.has(unique) && sections.get(unique) !== text) unique += "'";
      if (text !== '') sections.set(unique, text);
      references.forEach(visit);
      quoted(text).forEach((name) => mentioned(name).forEach(visit));
    };
    values.forEach(visit);
    return [...sections];
  };
}
