import { existsSync } from 'node:fs';
import { join, parse, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnyStateMachine } from 'xstate';

/** A failure that is explained to the person who gave the command, without a stack. */
export class Refusal extends Error {}

/**
 * The machines that modules export, by name: a machine, an object with a `machine`, or a record of either. TypeScript is
 * loaded through Vite where it is installed, and otherwise by Node. A name that an earlier module has is preceded by that of
 * its own module.
 *
 * @param folder the project that the modules belong to
 * @param modules paths from there
 * @throws Refusal that names the module which cannot be loaded, or in which there is no machine
 */
export async function machinesIn(
  folder: string,
  modules: readonly string[],
): Promise<Map<string, AnyStateMachine>> {
  const machines = new Map<string, AnyStateMachine>();
  const loader = await loaderFor(folder, modules);
  try {
    for (const module of modules) {
      if (!existsSync(join(folder, module))) throw new Refusal(`There is no ${module}.`);
      let exported: Record<string, unknown>;
      try {
        exported = await loader.load(module);
      } catch (error) {
        throw new Refusal(
          `${module} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
      const found = Object.entries(exported).flatMap(([name, value]) => machinesOf(name, value));
      if (found.length === 0) throw new Refusal(`${module} exports no machine.`);
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

async function loaderFor(folder: string, modules: readonly string[]): Promise<Loader> {
  const native: Loader = {
    load: (module) =>
      import(/* @vite-ignore */ pathToFileURL(resolve(folder, module)).href) as Promise<
        Record<string, unknown>
      >,
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
