/*
 * The functions in a machine as text, for comparing two versions. Comments, spaces and the names that a module loader gives to
 * imports are removed, because they do not change the behaviour.
 */

const normalizeCode = (source: string): string =>
  source
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/__vite_ssr_import_\d+__\./g, '')
    .replace(/\(0, ?([\w$.]+)\)\(/g, '$1(')
    .replace(/\s+/g, ' ')
    .trim();

/** Deeper than the nesting of XState's action and guard creators. */
const MAX_DEPTH = 6;

/**
 * The code of a function, of the result of an XState creator (`assign`, `sendTo`, `and`), or of a value; empty for a name, which
 * refers to an implementation.
 */
export function codeOf(part: unknown, depth = 0): string {
  if (depth > MAX_DEPTH || part === null || part === undefined) return '';
  if (typeof part === 'string') return depth === 0 ? '' : JSON.stringify(part);
  if (typeof part === 'bigint') return `${part}n`;
  if (typeof part !== 'object' && typeof part !== 'function') return JSON.stringify(part) ?? '';
  // A machine is compared separately, and a running actor is not compared.
  if ('root' in part || 'sessionId' in part) return '';
  const entries = Object.entries(part).map(([key, value]) => [key, codeOf(value, depth + 1)] as const);
  const fields = entries
    .filter(([, code]) => code !== '')
    .map(([key, code]) => `${key}: ${code}`)
    .join(', ');
  if (Array.isArray(part)) return `[${entries.map(([, code]) => code).join(', ')}]`;
  if (typeof part === 'object') return fields === '' ? '' : `{${fields}}`;
  // A function with fields comes from an XState creator: the fields differ, the function is always the same.
  return fields === '' ? normalizeCode(Function.prototype.toString.call(part)) : `{${fields}}`;
}

const isNamed = (part: unknown): boolean =>
  typeof part === 'string' ||
  (typeof part === 'object' && part !== null && 'type' in part && !('params' in part));

export const inlineCode = (parts: readonly unknown[]): string =>
  parts
    .filter((part) => !isNamed(part))
    .map((part) => codeOf(part, 1))
    .join('; ');
