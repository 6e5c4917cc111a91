import { fieldError } from '../apiError.ts';
import { MAX_DEPTH, MAX_FIELDS, tooManyFields } from './bodyLimits.ts';

/** A name that would become an object's prototype wherever it is copied by assignment. */
const isPoison = (name: string, value: unknown): boolean =>
  name === '__proto__' ||
  (name === 'constructor' &&
    typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, 'prototype'));

/**
 * Refuses a value that is nested too deeply or poisons prototypes (400), or has more members than any call needs (413).
 * Members beyond the limit are not looked at. How long a list may be is for its schema to say.
 */
function checkValue(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > MAX_DEPTH) throw fieldError('body', 'must not be nested so deeply');
  if (Array.isArray(value)) {
    for (const item of value) checkValue(item, depth + 1);
    return;
  }
  let count = 0;
  for (const name in value) {
    count += 1;
    if (count > MAX_FIELDS) throw tooManyFields();
    const member = (value as Record<string, unknown>)[name];
    if (isPoison(name, member)) throw fieldError('body', 'must be well-formed JSON');
    checkValue(member, depth + 1);
  }
}

/** The value of a JSON text. Refused (400) when it is not well-formed, (413) when it has too many members. */
export function readJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw fieldError('body', 'must be well-formed JSON');
  }
  checkValue(value, 0);
  return value;
}
