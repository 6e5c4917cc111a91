import { fieldError } from '../apiError.ts';
import { MAX_DEPTH, MAX_FIELDS, tooManyFields } from './bodyLimits.ts';

/** True for a member that would set an object's prototype when it is copied by assignment. */
const pollutesPrototype = (name: string, value: unknown): boolean =>
  name === '__proto__' ||
  (name === 'constructor' &&
    typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, 'prototype'));

/**
 * Throws 400 for a value that is nested too deeply or pollutes prototypes, and 413 for too many members. Members beyond the
 * limit are not checked. The schema limits the length of lists.
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
    if (pollutesPrototype(name, member)) throw fieldError('body', 'must be well-formed JSON');
    checkValue(member, depth + 1);
  }
}

/** Parses JSON. Throws 400 for malformed text, and as `checkValue`. */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw fieldError('body', 'must be well-formed JSON');
  }
  checkValue(value, 0);
  return value;
}
