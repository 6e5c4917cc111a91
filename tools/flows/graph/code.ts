/*
 * What functions in a machine do, as text that two versions can be compared by. Comments, spaces and the names that a module
 * loader gives to imports are no behaviour.
 */

const normalised = (source: string): string =>
  source
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/__vite_ssr_import_\d+__\./g, '')
    .replace(/\(0, ?([\w$.]+)\)\(/g, '$1(')
    .replace(/\s+/g, ' ')
    .trim();

/** Deeper than what XState's creators nest. */
const DEEPEST = 6;

/**
 * The code of a function, of what XState's creators make of functions (`assign`, `sendTo`, `and`), or of a value; empty for
 * a name, which stands for an implementation.
 */
export function codeOf(part: unknown, depth = 0): string {
  if (depth > DEEPEST || part === null || part === undefined) return '';
  if (typeof part === 'string') return depth === 0 ? '' : JSON.stringify(part);
  if (typeof part === 'bigint') return `${part}n`;
  if (typeof part !== 'object' && typeof part !== 'function') return JSON.stringify(part) ?? '';
  // A machine has a page of its own, and a running actor none.
  if ('root' in part || 'sessionId' in part) return '';
  const own = Object.entries(part).map(([key, value]) => [key, codeOf(value, depth + 1)] as const);
  const fields = own
    .filter(([, code]) => code !== '')
    .map(([key, code]) => `${key}: ${code}`)
    .join(', ');
  if (Array.isArray(part)) return `[${own.map(([, code]) => code).join(', ')}]`;
  if (typeof part === 'object') return fields === '' ? '' : `{${fields}}`;
  // XState's own functions with what they were made from: the function itself is always the same.
  return fields === '' ? normalised(Function.prototype.toString.call(part)) : `{${fields}}`;
}

const isNamed = (part: unknown): boolean =>
  typeof part === 'string' ||
  (typeof part === 'object' && part !== null && 'type' in part && !('params' in part));

/** The code of those parts that stand in the machine itself and not under a name. */
export const inlineCode = (parts: readonly unknown[]): string =>
  parts
    .filter((part) => !isNamed(part))
    .map((part) => codeOf(part, 1))
    .join('; ');
