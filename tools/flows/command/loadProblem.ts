import { relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Exports of XState 4 that XState 5 does not have. */
const VERSION_4 =
  /'xstate' .*export named '(?:Machine|actions|choose|createSchema|doneInvoke|pure|respond|send|spawn)'/;

const BROWSER =
  /^(window|document|navigator|localStorage|sessionStorage|location|self|HTMLElement) is not defined/;

/** Why a module cannot be loaded, and how to go on: one or two lines. */
export function loadProblem(error: unknown, module: string, folder: string): string {
  const message = stripVTControlCharacters(error instanceof Error ? error.message : String(error)).trim();
  const [, missing, importer] =
    /^Cannot find (?:module|package) '(.+?)' imported from '?([^']+)/m.exec(message) ??
    /^Failed to load url (.+?) \(.*?\) in (.+?)\. Does/.exec(message) ??
    [];
  if (importer?.includes('flows-entry:'))
    return `There is no ${module}. It is neither a file nor an installed package here.`;
  if (VERSION_4.test(message)) return `${module} is written for XState 4. Flows reads XState 5.`;
  const cannot = `${module} cannot be loaded: `;
  const fileName = (path: string): string => relative(folder, resolve(folder, path));
  if (missing !== undefined && importer !== undefined)
    return `${cannot}${fileName(importer) === fileName(module) ? 'it' : fileName(importer)} imports "${missing}", which is not there.
Install its packages and build what is generated; aliases belong in tsconfig.json (paths) or vite.config (resolve.alias).`;
  const place = placeOf(error, message, folder);
  const [, missingGlobal] = BROWSER.exec(message) ?? [];
  if (missingGlobal !== undefined)
    return `${cannot}${place} uses ${missingGlobal}, which only a browser has.
Keep the machine in a module that imports no such code, or define globalThis.${missingGlobal} in a module that imports it.`;
  const lines = message.split('\n').filter((line) => line !== '');
  // The first line of a syntax error only counts the errors.
  const [first] = /^Transform failed/.test(message) ? lines.slice(1) : lines;
  return `${cannot}${first ?? 'it throws an error'} (${place})`;
}

/** The file and the line of an error, without the packages in which it happened. */
function placeOf(error: unknown, message: string, folder: string): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const [, parsed] = /\[ (\S+:\d+):\d+ \]/.exec(message) ?? [];
  const [, path] = /\((?:file:\/\/)?(\/(?!.*node_modules)[^()]+:\d+):\d+\)/.exec(stack) ?? [];
  return parsed ?? (path === undefined ? 'somewhere in it' : relative(folder, path));
}

const MAX_NAMED = 6;

/** Suggests a module that calls the function: only the author knows the arguments that create a machine. */
export function noMachineMessage(
  module: string,
  isPackage: boolean,
  exported: Readonly<Record<string, unknown>>,
): string {
  const functions = Object.entries(exported).flatMap(([name, value]) =>
    typeof value === 'function' && !/^class\b/.test(Function.prototype.toString.call(value)) ? [name] : [],
  );
  const named = functions.filter((name) => /machine/i.test(name));
  // Names with a capital letter are classes and components.
  const suggested = named.length > 0 ? named : functions.filter((name) => /^[^\p{Lu}]/u.test(name));
  const [first] = suggested;
  if (first === undefined) return `${module} exports no machine.`;
  const from = isPackage || /^[./]/.test(module) ? module : `./${module}`;
  const [imported, called] = first === 'default' ? ['create', 'create'] : [`{ ${first} }`, first];
  const more = suggested.length > MAX_NAMED ? `, and ${suggested.length - MAX_NAMED} more` : '';
  return `${module} exports no machine, but functions: ${suggested.slice(0, MAX_NAMED).join(', ')}${more}. If one creates a machine, name a module that calls it:
  import ${imported} from '${from}'; export const machine = ${called}();`;
}
