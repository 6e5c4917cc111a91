// @ts-check
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parseSync } from 'vite';
import { mutate } from './mutations.mjs';

/*
 * Many mutants in one run: a changed module is loaded beside the one it replaces, and a call of an exported function goes
 * to the one that is switched on (scripts/mutants/runner.mjs). A server that a test has started goes on running.
 */

/** @typedef {any} Node the parser's nodes, by kind */

/**
 * A module's declarations: name, range, and whether calls of it can be switched.
 * @typedef {{name: string, start: number, end: number, isExported: boolean, isFunction: boolean}} Declaration
 */

/** @param {Node} node @returns {boolean} */
const isFunction = (node) =>
  node !== null &&
  ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(node.type);

/** @param {string} file @param {string} text @returns {Declaration[]} */
export function declarationsIn(file, text) {
  return parseSync(file, text, { lang: 'ts' }).program.body.flatMap((/** @type {Node} */ statement) => {
    const isExported = statement.type === 'ExportNamedDeclaration';
    const declaration = isExported ? statement.declaration : statement;
    const { start, end } = statement;
    if (declaration === null) return [];
    if (declaration.type === 'VariableDeclaration') {
      return declaration.declarations.map((/** @type {Node} */ { id, init }) => ({
        name: id.name,
        start,
        end,
        isExported,
        isFunction: isFunction(init),
      }));
    }
    const isValue = ['FunctionDeclaration', 'ClassDeclaration'].includes(declaration.type);
    if (!isValue) return [];
    return [{ name: declaration.id.name, start, end, isExported, isFunction: isFunction(declaration) }];
  });
}

/**
 * The exported functions through which a place in a module is reached.
 * @param {readonly Declaration[]} declarations @param {string} text @param {number} offset
 * @returns {string[]}
 */
export function waysTo(declarations, text, offset) {
  const within = declarations.find(({ start, end }) => start <= offset && offset < end);
  // What is exported as a value is in the modules that import it, whichever variant is switched on.
  if (within === undefined || (within.isExported && !within.isFunction)) return [];
  const reaching = new Set([within.name]);
  for (let size = 0; size < reaching.size;) {
    size = reaching.size;
    for (const { name, start, end } of declarations) {
      const body = text.slice(start, end);
      if ([...reaching].some((other) => new RegExp(`\\b${other}\\b`).test(body))) reaching.add(name);
    }
  }
  return declarations
    .filter(({ name, isExported, isFunction: can }) => isExported && can && reaching.has(name))
    .map(({ name }) => name);
}

/** @typedef {import('./mutations.mjs').Mutation & {file: string, nth: number}} SwitchedMutant */

/**
 * Loads modules that have mutants as switches, and `?mutant=nth` as the changed module.
 * @param {readonly SwitchedMutant[]} mutants their files relative to the working folder
 * @returns {import('vite').Plugin}
 */
export function variants(mutants) {
  const files = new Set(mutants.map(({ file }) => file));
  return {
    name: 'mutant-variants',
    enforce: 'pre',
    load(id) {
      const [path = '', query = ''] = id.split('?');
      const file = relative(process.cwd(), path);
      if (!files.has(file)) return null;
      const text = readFileSync(path, 'utf8');
      const nth = /^mutant=(\d+|none)/.exec(query)?.[1];
      if (nth === 'none') return text;
      if (nth !== undefined) {
        const mutant = mutants.find((candidate) => candidate.nth === Number(nth));
        return mutant === undefined ? null : mutate(text, mutant);
      }
      return switchOf(file, text);
    },
  };
}

/** @param {string} file @param {string} text */
function switchOf(file, text) {
  const own = `./${file.split('/').at(-1)}`;
  const exported = declarationsIn(file, text).filter(({ isExported }) => isExported);
  return [
    `import * as original from '${own}?mutant=none';`,
    `export * from '${own}?mutant=none';`,
    ...(/^export default /m.test(text) ? [`export { default } from '${own}?mutant=none';`] : []),
    `const mutants = globalThis.__mutants;`,
    `mutants?.loaders.set('${file}', (nth) => import(/* @vite-ignore */ \`${own}?mutant=\${nth}\`));`,
    `const at = (name) => {`,
    `  mutants?.reached.add('${file} ' + name);`,
    `  return mutants?.active?.file === '${file}' ? mutants.active.module[name] : original[name];`,
    `};`,
    ...exported
      .filter(({ isFunction: can }) => can)
      .map(({ name }) => `export function ${name}(...args) { return at('${name}')(...args); }`),
  ].join('\n');
}
