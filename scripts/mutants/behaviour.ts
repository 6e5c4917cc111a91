import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createServer, isRunnableDevEnvironment, type EnvironmentModuleGraph } from 'vite';
import type { MachineModel } from '../../tools/flows/paths.ts';

/**
 * Waits that are partly random are recorded with one value of the random part. While modules are loaded the real one is needed: Vite
 * gives its requests random ids, and two with the same id wait forever.
 */
function withFixedRandom(work: () => boolean): boolean {
  const { random } = Math;
  Math.random = () => 0.25;
  try {
    return work();
  } finally {
    Math.random = random;
  }
}

/** Whether a file imports another one, also by way of further files. */
function isImportedBy(graph: EnvironmentModuleGraph, importer: string, imported: string): boolean {
  const reached = new Set(graph.getModulesByFile(importer));
  for (const module of reached) {
    if (module.file === imported) return true;
    for (const next of module.importedModules) reached.add(next);
  }
  return false;
}

/**
 * Compares the machines of the project in the working folder with their reviewed behaviour. It runs in this process and is a
 * hundred times faster than test/paths/behaviour.test.ts, which compares the same.
 */
export async function openBehaviour() {
  const server = await createServer({
    configFile: false,
    root: process.cwd(),
    appType: 'custom',
    logLevel: 'silent',
    optimizeDeps: { noDiscovery: true, include: [] },
    server: { middlewareMode: true, watch: null, hmr: false, ws: false },
  });
  const environment = server.environments.ssr;
  if (!isRunnableDevEnvironment(environment)) throw new Error('no module runner');
  const { runner, moduleGraph } = environment;
  const folder = join('test', 'paths');

  return {
    /** Whether the machines that a changed file can affect behave as reviewed; all machines without a file. */
    async isAsReviewed(changedFile?: string): Promise<boolean> {
      if (changedFile !== undefined) moduleGraph.onFileChange(changedFile);
      runner.clearCache();
      try {
        const { models } = await runner.import<{ models: Readonly<Record<string, MachineModel>> }>(
          `/${folder}/models.ts`,
        );
        const { describeBehaviour } = await runner.import<{
          describeBehaviour: (model: MachineModel) => string;
        }>(`/${folder}/behaviour.ts`);
        const behaviourFile = resolve(folder, 'behaviour.ts');
        const canDiffer = ([name]: [string, MachineModel]) =>
          changedFile === undefined ||
          [resolve(folder, 'models', `${name}.ts`), behaviourFile].some((file) =>
            isImportedBy(moduleGraph, file, changedFile),
          );
        // The machine of the changed file first: it is the most likely to differ.
        const isNamed = ([name]: [string, MachineModel]) => Number(changedFile?.includes(name) ?? false);
        const affected = Object.entries(models)
          .filter(canDiffer)
          .toSorted((a, b) => isNamed(b) - isNamed(a));
        return withFixedRandom(() =>
          affected.every(([name, model]) => {
            const reviewed = join(folder, 'behaviour', `${name}.txt`);
            return existsSync(reviewed) && describeBehaviour(model) === readFileSync(reviewed, 'utf8');
          }),
        );
      } catch {
        return false;
      }
    },
    /** Must be called when a file's mutant was removed: the comparison of the next file's mutants would still contain it. */
    forget: (file: string): void => moduleGraph.onFileChange(file),
    close: (): Promise<void> => server.close(),
  };
}
