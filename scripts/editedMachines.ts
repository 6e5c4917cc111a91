// Hot reload of machines that are edited while the site runs in development (tools/inspector/site/editedMachines.ts).
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

const MACHINES_EDITED = 'flows:edited';

/**
 * Notifies the page of an edited machine instead of reloading the page. A file that the screens import as well is left to Vite:
 * the screens would keep the old version.
 * @param root the project's folder
 */
export const editedMachines = (root: string): Plugin => {
  const folder = join(root, 'machines') + sep;
  const registry = join(root, 'machines', 'registry.ts');
  const isInside = (file: string | null) => file !== null && file.startsWith(folder);
  return {
    name: 'litrooms:edited-machines',
    apply: 'serve',
    async hotUpdate({ file, modules, timestamp, read }) {
      if (this.environment.name !== 'client' || !isInside(file)) return undefined;
      const isMachine = /\.create(?:Machine|StateConfig)\(/.test(await read());
      const importers = modules.flatMap((module) => [...module.importers]);
      if (!isMachine && importers.some((importer) => !isInside(importer.file))) return undefined;
      /** The edited file and the files of `machines/` that import it, directly or not. */
      const affected = new Set(modules);
      for (const module of affected) {
        for (const importer of module.importers) if (isInside(importer.file)) affected.add(importer);
      }
      if (![...affected].some((module) => module.file === registry)) return undefined;
      for (const module of affected) module.lastHMRTimestamp = timestamp;
      this.environment.hot.send({
        type: 'custom',
        event: MACHINES_EDITED,
        data: { file: relative(root, file), timestamp },
      });
      return [];
    },
  };
};
