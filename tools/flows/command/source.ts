import { analyze } from 'eslint-scope';
import { parseAst } from 'vite';

/** How the source of a function is read. */
export interface Source {
  /** Without comments and without what the loader adds. */
  readonly text: string;
  /** What it uses of its surroundings: variables and their properties, 'limits.seats'. */
  readonly paths: readonly string[];
}

interface Part {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** The loader names imports so. */
const IMPORT = /\b__vi(?:te_ssr)?_import_\d+__\./g;
export const withoutImport = (name: string): string => name.replace(IMPORT, '');

/** Lines with nothing but comments or spaces. */
const EMPTY_LINES = /^[ \t]*(?:\/\/.*|\/\*(?:(?!\*\/)[^])*\*\/[ \t]*)?(?:\n|$)/gm;
const PROPERTIES = /^(?:\s*\??\.\s*[A-Za-z_$][\w$]*)*/;

function partsOf(node: unknown): Part[] {
  if (typeof node !== 'object' || node === null) return [];
  const inner = Object.values(node).flatMap(partsOf);
  return 'type' in node && 'start' in node ? [node as Part, ...inner] : inner;
}

/** A method is a part of an object. Null for a function of JavaScript itself. */
function parse(source: string): { readonly program: object; readonly offset: number } | null {
  for (const [before, after] of [
    ['(', ')'],
    ['({', '})'],
  ] as const) {
    try {
      return { program: parseAst(`${before}${source}${after}`, { range: true }), offset: before.length };
    } catch {
      // The next one may be right.
    }
  }
  return null;
}

export function readSource(source: string): Source {
  const parsed = parse(source);
  if (parsed === null) return { text: source, paths: [] };
  const { program, offset } = parsed;
  const placeOf = ({ start, end }: Part) => ({ start: start - offset, end: end - offset });
  const parts = partsOf(program);

  const { globalScope } = analyze(program as Parameters<typeof analyze>[0], {
    ecmaVersion: 2022,
    sourceType: 'module',
  });
  const names = (globalScope?.through ?? []).map(({ identifier }) => placeOf(identifier as unknown as Part));
  const paths = names.map(({ start, end }) => {
    const [properties = ''] = PROPERTIES.exec(source.slice(end)) ?? [];
    return source.slice(start, end) + properties.replaceAll(/[\s?]/g, '');
  });

  const texts = parts.filter(({ type }) => type === 'TemplateElement').map(placeOf);
  const isCode = (at: number): boolean => !texts.some(({ start, end }) => start <= at && at < end);
  const emptyLines = [...source.matchAll(EMPTY_LINES)]
    .filter(({ 0: line, index }) => line !== '' && isCode(index))
    .map(({ 0: line, index }) => ({ start: index, end: index + line.length, by: '' }));
  // `(0, __vi_import_0__.helper)(…)`
  const calls = parts
    .filter(({ type }) => type === 'SequenceExpression')
    .map(placeOf)
    .map(({ start, end }) => ({ start: start - 1, end: end + 1, by: source.slice(start, end) }))
    .filter(({ by }) => /^0, ?__vi/.test(by))
    .map((call) => ({ ...call, by: call.by.replace(/^0, ?/, '') }));
  let text = '';
  let end = 0;
  for (const cut of [...emptyLines, ...calls].toSorted((one, other) => one.start - other.start)) {
    if (cut.start < end) continue;
    text += source.slice(end, cut.start) + cut.by;
    end = cut.end;
  }
  return { text: withoutImport(text + source.slice(end)), paths: [...new Set(paths)] };
}
