import { statSync } from 'node:fs';
import { join, parse, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnyStateMachine } from 'xstate';
import { type Machines, Refusal } from './refusal.ts';
import { resolvePackage } from './resolvePackage.ts';

/**
 * The machines that modules export, by name: a machine, an object with a `machine`, or a record of either. TypeScript is
 * loaded through Vite where it is installed, and otherwise by Node; a package is loaded by Node. A name that an earlier module
 * has is preceded by that of its own module.
 *
 * @param folder the project that the modules belong to
 * @param modules paths from there
 * @param packages whether names of packages that are installed there are modules too
 * @throws Refusal that names the module which cannot be loaded, or in which there is no machine
 */
export async function machinesIn(
  folder: string,
  modules: readonly string[],
  packages = true,
): Promise<Machines> {
  const machines = new Map<string, AnyStateMachine>();
  const isFile = (module: string): boolean =>
    statSync(resolve(folder, module), { throwIfNoEntry: false })?.isFile() === true;
  const loader = await loaderFor(folder, modules.filter(isFile));
  try {
    for (const module of modules) {
      const installed = isFile(module) || !packages ? null : resolvePackage(folder, module);
      if (installed === null && !isFile(module)) throw new Refusal(notThere(module, packages));
      let exported: Record<string, unknown>;
      try {
        exported = await (installed === null ? loader.load(module) : importFile(installed));
      } catch (error) {
        throw new Refusal(
          `${module} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
          { cause: error },
        );
      }
      const found = Object.entries(exported).flatMap(([name, value]) => machinesOf(name, value));
      if (found.length === 0) throw new Refusal(noMachine(module, installed !== null, exported));
      for (const [name, machine] of found) {
        const isTaken = machines.has(name) && machines.get(name) !== machine;
        machines.set(isTaken ? `${parse(module).name}-${name}` : name, machine);
      }
    }
  } finally {
    await loader.close();
  }
  return machines;
}

const notThere = (module: string, packages: boolean): string =>
  `There is no ${module}.${packages ? ' It is neither a file nor an installed package, seen from here.' : ''}`;

/** So many functions are named. */
const MOST_NAMED = 6;

/** A machine that a function makes is had by calling it, and only its author knows with what. */
function noMachine(module: string, isPackage: boolean, exported: Record<string, unknown>): string {
  const functions = Object.entries(exported).flatMap(([name, value]) =>
    typeof value === 'function' && !/^class\b/.test(Function.prototype.toString.call(value)) ? [name] : [],
  );
  const likely = functions.filter((name) => /machine/i.test(name));
  // Named with a capital are classes and components.
  const named = likely.length > 0 ? likely : functions.filter((name) => /^[^\p{Lu}]/u.test(name));
  const [first] = named;
  if (first === undefined) return `${module} exports no machine.`;
  const from = isPackage || /^[./]/.test(module) ? module : `./${module}`;
  const [imported, called] = first === 'default' ? ['make', 'make'] : [`{ ${first} }`, first];
  const more = named.length > MOST_NAMED ? `, and ${named.length - MOST_NAMED} more` : '';
  return [
    `${module} exports no machine, but functions: ${named.slice(0, MOST_NAMED).join(', ')}${more}.`,
    'If one of them makes a machine, write a module of a line that calls it with what it needs, and name that module instead:',
    `  import ${imported} from '${from}'; export const machine = ${called}();`,
  ].join('\n');
}

const isMachine = (value: object): value is AnyStateMachine =>
  'root' in value && 'config' in value && 'implementations' in value && 'provide' in value;

/** A picture is named after its machine. */
const fileName = (name: string): string => name.replace(/[/\\]/g, '-');

function machinesOf(name: string, value: unknown, depth = 0): [string, AnyStateMachine][] {
  if (typeof value !== 'object' || value === null || depth > 1) return [];
  if (isMachine(value)) return [[fileName(name === 'default' ? value.id : name), value]];
  if ('machine' in value) return machinesOf(name, value.machine, depth);
  return Object.entries(value).flatMap(([key, inner]) => machinesOf(key, inner, depth + 1));
}

interface Loader {
  load(module: string): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

const importFile = (url: string): Promise<Record<string, unknown>> =>
  import(/* @vite-ignore */ url) as Promise<Record<string, unknown>>;

async function loaderFor(folder: string, modules: readonly string[]): Promise<Loader> {
  const native: Loader = {
    load: (module) => importFile(pathToFileURL(resolve(folder, module)).href),
    close: () => Promise.resolve(),
  };
  if (modules.every((module) => /\.[cm]?js$/.test(module))) return native;
  // Known by its name alone: the package can be used without it.
  const name = 'vite';
  const vite = (await import(/* @vite-ignore */ name).catch(() => null)) as typeof import('vite') | null;
  if (vite === null) return native;
  const server = await vite.createServer({
    root: folder,
    configFile: false,
    appType: 'custom',
    logLevel: 'silent',
    cacheDir: join(folder, '.vite'),
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  const runner = vite.createServerModuleRunner(server.environments.ssr);
  return {
    load: (module) => runner.import<Record<string, unknown>>(`/${relative(folder, resolve(folder, module))}`),
    close: async () => {
      await runner.close();
      await server.close();
    },
  };
}
