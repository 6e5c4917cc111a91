import type { AnyStateMachine } from 'xstate';

/** A function as it is compared. */
export interface FunctionCode {
  /** A function of a package or of Node, the same in both versions. */
  readonly isForeign: boolean;
  readonly source: string;
  /** What it uses besides its parameters: variables, imports, constants, and what is bound to it. */
  readonly references: readonly Named[];
}

/** A piece of code or data with its name: 'guard isReady', 'MAX_ATTEMPTS'. */
export type Section = readonly [title: string, text: string];
export type Named = readonly [title: string, value: unknown];

/** After the name of an argument or a local variable: which one it is depends on the code that uses it. */
export const OF = ' of ';

const STRING = /(src: |spawn(?:Child)?\()?("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')/g;
const STRING_OR_SPACE = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\s+/g;

/** Line breaks and spaces outside strings do not count. */
export const squeezed = (text: string): string =>
  text.replace(STRING_OR_SPACE, (_all, string?: string) => string ?? ' ');

/** With the indentation of a function at the left edge. */
function atLeftEdge(source: string): string {
  const lines = source.split('\n');
  const indented = lines.slice(1).filter((line) => line.trim() !== '');
  const margin = Math.min(...indented.map((line) => line.search(/\S/)));
  return lines.map((line, n) => line.slice(n === 0 ? 0 : margin).replaceAll('\t', '  ')).join('\n');
}

const MAX_REPEATED = 2000;

const hashOf = (text: string): number =>
  Array.from(text).reduce((hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) % 2 ** 40, 7);

/** 'guard isReady'. */
export const implementationsOf = ({ implementations }: AnyStateMachine): Named[] =>
  Object.entries(implementations).flatMap(([kind, byName]) =>
    Object.entries(byName as object).map(([name, value]): Named => [`${kind.slice(0, -1)} ${name}`, value]),
  );

/** Long data has a line for each entry, so that a difference in it is a few lines. */
function inBrackets(name: string, [open = '', close = '']: string, entries: readonly string[]): string {
  const line = `${name}${open} ${entries.join(', ')} ${close}`;
  if (line.length <= 80 && !line.includes('\n')) return line;
  const lines = entries.map((entry) => `  ${entry.replaceAll('\n', '\n  ')},`);
  return [`${name}${open}`, ...lines, close].join('\n');
}

/**
 * Reads code and data of a machine.
 *
 * @param compared the configurations and implementations of machines that are compared on their own
 */
export function codeReader(
  machine: AnyStateMachine,
  codeOf: (part: object) => FunctionCode,
  compared: ReadonlyMap<unknown, unknown>,
) {
  const implementations = new Map(implementationsOf(machine));
  const written = new Map<
    unknown,
    { readonly text: string; readonly parts: readonly unknown[]; readonly references: readonly Named[] }
  >();

  /** `references` receives what the text refers to; `around` are the values that contain this one. */
  function write(
    value: unknown,
    references: Named[],
    around: readonly unknown[],
    done: Map<unknown, string>,
  ): string {
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value === 'string') return JSON.stringify(value);
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return String(value);
    if (around.includes(value)) return `↑${around.length - around.indexOf(value)}`;
    const earlier = done.get(value);
    // Many values may contain each other.
    if (earlier !== undefined)
      return earlier.length < MAX_REPEATED ? earlier : `as above: ${hashOf(earlier)}`;
    const text = compose(value, references, (each) => write(each, references, [...around, value], done));
    done.set(value, text);
    return text;
  }

  function compose(value: object, references: Named[], inner: (each: unknown) => string): string {
    if (value instanceof Date) return `Date ${value.getTime()}`;
    if (value instanceof RegExp) return String(value);
    if (value instanceof Map || value instanceof Set || Array.isArray(value))
      return inBrackets(Array.isArray(value) ? '' : value.constructor.name, '[]', [...value].map(inner));
    if ('sessionId' in value) return 'a running actor';
    const fields = (name: string, of: object): string => {
      const sorted = Object.entries(of).toSorted(([one], [other]) => (one < other ? -1 : 1));
      const entries = sorted.map(([key, each]) => [key, inner(each)] as const);
      // XState's own functions are left out: `resolve: resolveAssign`.
      const own = entries.filter(([key, text]) => !text.startsWith(`package function ${key}`));
      const texts = own.map(([key, text]) => `${/^[\w$]+$/.test(key) ? key : JSON.stringify(key)}: ${text}`);
      return inBrackets(name, '{}', texts);
    };
    if (typeof value === 'function') {
      const { isForeign, source, references: used } = codeOf(value);
      references.push(...used);
      const base: unknown = Object.getPrototypeOf(value);
      if (typeof base === 'function' && base !== Function.prototype) references.push([base.name, base]);
      if (!isForeign) return atLeftEdge(source);
      // What a creator of XState returns: the fields differ, the function is always the same.
      const { type, check, ...others } = value as { type?: string; check?: () => boolean };
      const name = check?.name ?? (type ?? value.name).replace(/^xstate\./, '');
      return Object.keys(others).length === 0 ? `package function ${name}` : fields(`${name} `, others);
    }
    if ('root' in value && 'config' in value && 'implementations' in value) {
      const { id, config, implementations: provided } = value as AnyStateMachine;
      const title = `machine ${id}`;
      if (!compared.has(config)) references.push([title, config]);
      if (compared.get(config) !== provided)
        for (const [name, each] of implementationsOf(value as AnyStateMachine))
          references.push([`${name}${OF}${title}`, each]);
      return title;
    }
    const isPlain = [null, Object.prototype].includes(Object.getPrototypeOf(value) as null);
    // The methods are in the class.
    if (!isPlain) references.push([value.constructor.name, value.constructor]);
    return fields(isPlain ? '' : `${value.constructor.name} `, value);
  }

  /** A quoted name may be that of an implementation; that of an actor is often only the recipient of an event. */
  const mentionedIn = (text: string): Named[] =>
    [...text.matchAll(STRING)].flatMap(([, source, quoted = '']) =>
      (source === undefined ? ['action', 'guard', 'delay'] : ['actor']).flatMap((kind): Named[] => {
        const title = `${kind} ${quoted.slice(1, -1)}`;
        const value = implementations.get(title);
        return value === undefined ? [] : [[title, value]];
      }),
    );

  function read(title: string, value: unknown) {
    const references: Named[] = [];
    const parts = new Map<unknown, string>();
    const text = write(value, references, [], parts);
    // Another machine has its own implementations.
    if (!/\bmachine /.test(title)) references.push(...mentionedIn(text));
    const result = { text, parts: [...parts.keys()], references };
    written.set(value, result);
    return result;
  }

  /** The code of some values and of all that they use: variables, functions, and implementations by name. */
  return function sectionsOf(values: readonly Named[]): Section[] {
    const sections = new Map<string, string>();
    const seen = new Set<unknown>();
    const visit = (title: string, value: unknown): void => {
      if (seen.has(value)) return;
      const { text, parts, references } = written.get(value) ?? read(title, value);
      let name = title;
      for (let nth = 2; sections.has(name) && sections.get(name) !== text; nth++) name = `${title} ${nth}`;
      sections.set(name, text);
      // What the text contains needs no section of its own.
      for (const part of parts) seen.add(part);
      for (const [inner, used] of references) visit(inner.endsWith(OF) ? `${inner}${title}` : inner, used);
    };
    for (const [title, value] of values) if (value !== undefined) visit(title, value);
    return [...sections];
  };
}
