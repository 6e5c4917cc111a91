// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutationsOf } from './mutations.mjs';
import { declarationsIn, entryPointsOf } from './variants.mjs';

/**
 * A mutation of a file, numbered within its area. `entryPoints`: the exported functions through which the changed code is reached;
 * empty if the mutant cannot be switched at run time.
 * @typedef {import('./mutations.mjs').Mutation & {nth: number, file: string, line: number, code: string, entryPoints: readonly string[]}} Mutant
 */

/** The trimmed source line at an offset. @param {string} text @param {number} offset */
const lineAt = (text, offset) =>
  text
    .slice(text.lastIndexOf('\n', offset - 1) + 1)
    .split('\n', 1)
    .join('')
    .trim();

/**
 * The mutants of an area. `sample`: only this many, evenly spread and the same at every run. `file`: only those of files whose
 * path contains this text.
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
        entryPoints: entryPointsOf(declarations, text, mutation.start),
      }));
    })
    .map((mutant, nth) => ({ ...mutant, nth }));
  if (sample === undefined) return all;
  const count = Math.min(all.length, Number(sample));
  return Array.from(
    { length: count },
    (_, n) => /** @type {Mutant} */ (all[Math.floor((n * all.length) / count)]),
  );
}
