// @ts-check
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parseSync } from 'vite';
import { mutate } from './mutations.mjs';

/*
 * Mutant switching: many mutants are tried in one run. A mutated module is loaded beside the original one, and each call of an
 * exported function goes to the module that is switched on (scripts/mutants/runner.mjs). A server that a test has started keeps
 * running.
 */

/** @typedef {any} Node a node of the syntax tree */

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
 * The exported functions through which the code at an offset of a module is reached.
 * @param {readonly Declaration[]} declarations @param {string} text @param {number} offset
 * @returns {string[]}
 */
export function entryPointsOf(declarations, text, offset) {
  const declaration = declarations.find(({ start, end }) => start <= offset && offset < end);
  // An exported value is copied into the importing modules and cannot be switched.
  if (declaration === undefined || (declaration.isExported && !declaration.isFunction)) return [];
  const reaching = new Set([declaration.name]);
  for (let size = 0; size < reaching.size;) {
    size = reaching.size;
    for (const { name, start, end } of declarations) {
      const body = text.slice(start, end);
      if ([...reaching].some((called) => new RegExp(`\\b${called}\\b`).test(body))) reaching.add(name);
    }
  }
  return declarations
    .filter(
      ({ name, isExported, isFunction: isSwitchable }) => isExported && isSwitchable && reaching.has(name),
    )
    .map(({ name }) => name);
}

/** @typedef {import('./mutations.mjs').Mutation & {file: string, nth: number}} SwitchedMutant */

/**
 * Loads modules that have mutants as switch modules, and `?mutant=<nth>` as the mutated module.
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
      return switchModuleOf(file, text);
    },
  };
}

/** @param {string} file @param {string} text */
function switchModuleOf(file, text) {
  const specifier = `./${file.split('/').at(-1)}`;
  const exported = declarationsIn(file, text).filter(({ isExported }) => isExported);
  return [
    `import * as original from '${specifier}?mutant=none';`,
    `export * from '${specifier}?mutant=none';`,
    ...(/^export default /m.test(text) ? [`export { default } from '${specifier}?mutant=none';`] : []),
    `const mutants = globalThis.__mutants;`,
    `mutants?.loaders.set('${file}', (nth) => import(/* @vite-ignore */ \`${specifier}?mutant=\${nth}\`));`,
    `const at = (name) => {`,
    `  mutants?.reached.add('${file} ' + name);`,
    `  return mutants?.active?.file === '${file}' ? mutants.active.module[name] : original[name];`,
    `};`,
    ...exported
      .filter(({ isFunction: isSwitchable }) => isSwitchable)
      .map(({ name }) => `export function ${name}(...args) { return at('${name}')(...args); }`),
  ].join('\n');
}
