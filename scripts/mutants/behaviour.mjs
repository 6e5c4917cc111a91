// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createServer, isRunnableDevEnvironment } from 'vite';

/**
 * Waits that are partly random are recorded with one value of the random part. While modules are loaded the real one is needed: Vite
 * gives its requests random ids, and two with the same id wait forever.
 * @param {() => boolean} work
 */
function withFixedRandom(work) {
  const { random } = Math;
  Math.random = () => 0.25;
  try {
    return work();
  } finally {
    Math.random = random;
  }
}

/**
 * Whether a file imports another one, also by way of further files.
 * @param {import('vite').EnvironmentModuleGraph} graph of loaded modules
 * @param {string} importer
 * @param {string} imported
 */
function isImportedBy(graph, importer, imported) {
  const reached = new Set(graph.getModulesByFile(importer));
  for (const module of reached) {
    if (module.file === imported) return true;
    for (const next of module.importedModules) reached.add(next);
  }
  return false;
}

/**
 * Compares the machines of the project in the working folder with their recorded behaviour. It runs in this process and is a
 * hundred times faster than test/paths/behaviour.test.ts, which compares the same.
 * @returns {Promise<{isAsReviewed(changedFile?: string): Promise<boolean>, forget(file: string): void, close(): Promise<void>}>}
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
  const environment = server.environments['ssr'];
  if (environment === undefined || !isRunnableDevEnvironment(environment))
    throw new Error('no module runner');
  const { runner, moduleGraph } = environment;
  const folder = join('test', 'paths');

  return {
    async isAsReviewed(changedFile) {
      if (changedFile !== undefined) moduleGraph.onFileChange(changedFile);
      runner.clearCache();
      try {
        const { models } = await runner.import(`/${folder}/models.ts`);
        const { describeBehaviour } = await runner.import(`/${folder}/behaviour.ts`);
        const behaviourFile = resolve(folder, 'behaviour.ts');
        const canDiffer = (/** @type {string} */ name) =>
          changedFile === undefined ||
          [resolve(folder, 'models', `${name}.ts`), behaviourFile].some((file) =>
            isImportedBy(moduleGraph, file, changedFile),
          );
        // The machine of the changed file first: it is the most likely to differ.
        const names = Object.keys(models)
          .filter(canDiffer)
          .toSorted(
            (a, b) => Number(changedFile?.includes(b) ?? false) - Number(changedFile?.includes(a) ?? false),
          );
        return withFixedRandom(() =>
          names.every((name) => {
            const reviewed = join(folder, 'behaviour', `${name}.txt`);
            return existsSync(reviewed) && describeBehaviour(models[name]) === readFileSync(reviewed, 'utf8');
          }),
        );
      } catch {
        return false;
      }
    },
    /** Must be called when a file's mutant was removed: the comparison of the next file's mutants would still contain it. */
    forget: (file) => moduleGraph.onFileChange(file),
    close: () => server.close(),
  };
}
