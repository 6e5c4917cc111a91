// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutationsOf } from './mutations.mjs';
import { declarationsIn, waysTo } from './variants.mjs';

/**
 * A mutation of a file, numbered within its area. `ways`: the exported functions through which it is reached, when it can
 * be switched on in a running program.
 * @typedef {import('./mutations.mjs').Mutation & {nth: number, file: string, line: number, code: string, ways: readonly string[]}} Mutant
 */

/** The text of a line, without what is around it. @param {string} text @param {number} offset */
const lineAt = (text, offset) =>
  text
    .slice(text.lastIndexOf('\n', offset - 1) + 1)
    .split('\n', 1)
    .join('')
    .trim();

/**
 * The mutants of an area; with `sample` so many of them, evenly spread and the same ones every time, with `file` those of files
 * whose path contains it.
 * @param {import('./areas.mjs').Area} area
 * @param {{sample?: string | undefined, file?: string | undefined}} choice
 * @returns {Mutant[]}
 */
export function mutantsIn({ folder, isMachines, switched }, { sample, file: part = '' }) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => file.endsWith('.ts') && file.includes(part))
    .sort();
  const all = files
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      const declarations = switched === null ? [] : declarationsIn(file, text);
      return mutationsOf(file, text, { isMachine: isMachines }).map((mutation) => ({
        ...mutation,
        file,
        line: text.slice(0, mutation.start).split('\n').length,
        code: lineAt(text, mutation.start),
        ways: waysTo(declarations, text, mutation.start),
      }));
    })
    .map((mutant, nth) => ({ ...mutant, nth }));
  if (sample === undefined) return all;
  const wanted = Math.min(all.length, Number(sample));
  return Array.from(
    { length: wanted },
    (_, n) => /** @type {Mutant} */ (all[Math.floor((n * all.length) / wanted)]),
  );
}
