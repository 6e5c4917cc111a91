import { existsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { UserConfig } from 'vite';
import { type Machines, CommandError } from './commandError.ts';
import { loadProblem, noMachineMessage } from './loadProblem.ts';
import { machinesIn, nameMachines } from './names.ts';

type Exported = Readonly<Record<string, unknown>>;

interface Loader {
  load(module: string): Promise<Exported>;
  close(): Promise<void>;
}

/**
 * Loads the machines that modules export, by name. An export may be a machine, an actor, an object with a `machine`, or a record
 * of these. Vite loads the modules, so that TypeScript, the `paths` of the nearest tsconfig.json and packages of a workspace work.
 * A module that cannot be loaded is tried again with the aliases and constants of its package's vite.config.
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
  const loaders: Loader[] = [];
  const openLoader = async (config: UserConfig): Promise<Loader> => {
    const loader = await createLoader(folder, config);
    loaders.push(loader);
    return loader;
  };
  try {
    const plain = await openLoader({});
    const found = [];
    for (const module of modules) {
      const path = resolve(folder, module);
      const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
      // A path, or a name with a scheme, is no package.
      if (!isFile && (!packages || /^[./\\]|^[\w+-]+:/.test(module)))
        throw new CommandError(`There is no ${module}.`);
      const target = isFile ? path : module;
      let exported: Exported;
      try {
        exported = await plain.load(target).catch(async (error: unknown) => {
          const config = isFile ? await configOf(packageFolder(path)) : null;
          if (config === null) throw error;
          return (await openLoader(config)).load(target);
        });
      } catch (error) {
        throw new CommandError(loadProblem(error, module, folder), { cause: error });
      }
      const machines = machinesIn(isFile ? relative(folder, path) : module, exported);
      if (machines.length === 0) throw new CommandError(noMachineMessage(module, !isFile, exported));
      found.push(...machines);
    }
    return nameMachines(found);
  } finally {
    for (const loader of loaders) await loader.close();
  }
}

/** The folder of the nearest package.json. */
function packageFolder(path: string): string {
  const folder = dirname(path);
  return folder === path || existsSync(join(folder, 'package.json')) ? folder : packageFolder(folder);
}

/** A vite.config without its plugins; null when there is none, or none that can be read here. */
async function configOf(folder: string): Promise<UserConfig | null> {
  const { loadConfigFromFile } = await import('vite');
  const environment = { command: 'serve', mode: 'development' } as const;
  const read = loadConfigFromFile(environment, undefined, folder, 'silent', undefined, 'runner');
  return (await read.catch(() => null))?.config ?? null;
}

const ENTRY = 'flows-entry:';

async function createLoader(
  folder: string,
  { define = {}, resolve: resolution }: UserConfig,
): Promise<Loader> {
  const vite = await import('vite');
  const server = await vite.createServer({
    root: folder,
    configFile: false,
    envDir: false,
    appType: 'custom',
    logLevel: 'silent',
    cacheDir: join(tmpdir(), 'flows-vite'),
    define,
    resolve: { ...resolution, tsconfigPaths: true },
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    // The imports of this module are resolved from the folder: a package is found as in an import of the project.
    plugins: [
      {
        name: 'flows-entry',
        enforce: 'pre',
        resolveId: (id) => (id.startsWith(ENTRY) ? `\0${id}` : null),
        load: (id) =>
          id.startsWith(`\0${ENTRY}`)
            ? `import * as all from ${JSON.stringify(id.slice(ENTRY.length + 1))}; export default all;`
            : null,
      },
      {
        // As TypeScript: the transform prints the code in one format, so that its own format and its comments do not count.
        name: 'flows-javascript',
        transform: (code, id) =>
          /\.[cm]?js$/.test(id) && !id.includes('/node_modules/')
            ? vite.transformWithOxc(code, id, { lang: 'js' })
            : null,
      },
    ],
  });
  const runner = vite.createServerModuleRunner(server.environments.ssr);
  return {
    load: async (module) => {
      try {
        return (await runner.import<{ default: Exported }>(ENTRY + vite.normalizePath(module))).default;
      } catch (error) {
        const isCommonJs =
          error instanceof ReferenceError && /^(?:require|module|exports) is not/.test(error.message);
        if (!isCommonJs) throw error;
        return (await import(/* @vite-ignore */ pathToFileURL(module).href)) as Exported;
      }
    },
    close: async () => {
      await runner.close();
      await server.close();
    },
  };
}
