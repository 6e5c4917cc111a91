import { relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Imports that XState 5 does not have. */
const VERSION_4 =
  /'xstate' .*export named '(?:Machine|actions|choose|createSchema|doneInvoke|pure|respond|send|spawn)'|"\.\/lib\/.* from package .*xstate /;

const BROWSER =
  /^(window|document|navigator|localStorage|sessionStorage|location|self|HTMLElement) is not defined/;

const INSTALL =
  'Install its packages and build what is generated; aliases belong in tsconfig.json (paths) or vite.config (resolve.alias).';

/** Why a module cannot be loaded, and how to go on: one or two lines. */
export function loadProblem(error: unknown, module: string, folder: string): string {
  const { message: coloured, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const message = stripVTControlCharacters(coloured).trim();
  const fileName = (path: string): string => relative(folder, resolve(folder, path));
  const [, missing, importer] =
    /^Cannot find (?:module|package) '(.+?)' imported from '?([^']+)/m.exec(message) ??
    /^Failed to load url (.+?) \(.*?\) in (.+?)\. Does/.exec(message) ??
    /Failed to load tsconfig '(.+?)'()/.exec(message) ??
    [];
  if (importer?.includes('flows-entry:'))
    return `There is no ${module}. It is neither a file nor an installed package here.`;
  if (VERSION_4.test(message)) return `${module} is written for XState 4. This reads XState 5.`;
  const cannot = `${module} cannot be loaded: `;
  if (missing !== undefined && importer !== undefined) {
    const by = importer === '' ? 'its tsconfig.json' : fileName(importer);
    return `${cannot}${by === fileName(module) ? 'it' : by} imports "${missing}", which is not there.\n${INSTALL}`;
  }
  // The file and the line, without the packages in which the error happened.
  const [, path] =
    /\[ (\S+:\d+):\d+ \]/.exec(message) ??
    /\((?:file:\/\/)?(\/(?!.*node_modules)[^()]+:\d+):\d+\)/.exec(stack) ??
    [];
  const [, missingGlobal] = BROWSER.exec(message) ?? [];
  if (missingGlobal !== undefined)
    return `${cannot}${path === undefined ? 'it' : fileName(path)} uses ${missingGlobal}, which only a browser has.
Keep the machine in a module that imports no such code, or define globalThis.${missingGlobal} in a module that imports it.`;
  // The first line of a syntax error only counts the errors.
  const [first = 'it throws an error', second = ''] = message
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('Transform failed'));
  return `${cannot}${first.endsWith(':') ? `${first} ${second}` : first}${path === undefined ? '' : ` (${fileName(path)})`}`;
}

/** Suggests a module that calls a function: only the author knows the arguments that create a machine. */
export function noMachineMessage(
  module: string,
  isPackage: boolean,
  exported: Readonly<Record<string, unknown>>,
): string {
  // Names with a capital letter are classes and components.
  const functions = Object.keys(exported).filter(
    (name) => typeof exported[name] === 'function' && /^[^\p{Lu}]/u.test(name),
  );
  const named = functions.filter((name) => /machine/i.test(name));
  const [first, ...others] = (named.length > 0 ? named : functions).slice(0, 6);
  if (first === undefined) return `${module} exports no machine.`;
  const from = isPackage || /^[./]/.test(module) ? module : `./${module}`;
  const [imported, called] = first === 'default' ? ['create', 'create'] : [`{ ${first} }`, first];
  return `${module} exports no machine, but functions: ${[first, ...others].join(', ')}. If one creates a machine, name a module that calls it:
  import ${imported} from '${from}'; export const machine = ${called}();`;
}
