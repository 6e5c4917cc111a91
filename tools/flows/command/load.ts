import { statSync } from 'node:fs';
import { join, parse, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnyStateMachine } from 'xstate';
import { type Machines, CommandError } from './commandError.ts';
import { resolvePackage } from './resolvePackage.ts';

/**
 * Loads the machines that modules export, by name. An export may be a machine, an object with a `machine`, or a record of either.
 * Vite loads TypeScript if it is installed, otherwise Node does; Node loads packages. If an earlier module has exported the same
 * name, the name of the module is put before it.
 *
 * @param folder the project of the modules
 * @param modules paths relative to the folder
 * @param packages whether names of installed packages are allowed as well
 * @throws CommandError that names a module that cannot be loaded or exports no machine
 */
export async function loadMachines(
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
      if (installed === null && !isFile(module)) throw new CommandError(moduleNotFound(module, packages));
      let exported: Record<string, unknown>;
      try {
        exported = await (installed === null ? loader.load(module) : importFile(installed));
      } catch (error) {
        throw new CommandError(
          `${module} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
          { cause: error },
        );
      }
      const found = Object.entries(exported).flatMap(([name, value]) => machinesOf(name, value));
      if (found.length === 0) throw new CommandError(noMachineMessage(module, installed !== null, exported));
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

const moduleNotFound = (module: string, packages: boolean): string =>
  `There is no ${module}.${packages ? ' It is neither a file nor an installed package here.' : ''}`;

const MAX_NAMED = 6;

/** The message suggests a module that calls the function: only the author knows the arguments that create a machine. */
function noMachineMessage(module: string, isPackage: boolean, exported: Record<string, unknown>): string {
  const functions = Object.entries(exported).flatMap(([name, value]) =>
    typeof value === 'function' && !/^class\b/.test(Function.prototype.toString.call(value)) ? [name] : [],
  );
  const named = functions.filter((name) => /machine/i.test(name));
  // Names with a capital letter are classes and components.
  const suggested = named.length > 0 ? named : functions.filter((name) => /^[^\p{Lu}]/u.test(name));
  const [first] = suggested;
  if (first === undefined) return `${module} exports no machine.`;
  const from = isPackage || /^[./]/.test(module) ? module : `./${module}`;
  const [imported, calledFunction] = first === 'default' ? ['create', 'create'] : [`{ ${first} }`, first];
  const remainder = suggested.length > MAX_NAMED ? `, and ${suggested.length - MAX_NAMED} more` : '';
  return [
    `${module} exports no machine, but functions: ${suggested.slice(0, MAX_NAMED).join(', ')}${remainder}.`,
    'If one of them creates a machine, write a one-line module that calls it with its arguments, and name that module instead:',
    `  import ${imported} from '${from}'; export const machine = ${calledFunction}();`,
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
  // Imported by a variable name: Vite is an optional peer dependency.
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
