// @ts-check
// Machines that are edited while the site runs in development (tools/inspector/site/editedMachines.ts).
import { join, relative, sep } from 'node:path';

/** What the page listens for. */
const MACHINES_EDITED = 'flows:edited';

/**
 * Tells the page of an edited machine instead of reloading it. What screens import as well is left to Vite: they would show
 * the old version.
 * @param {string} root the project's folder
 * @returns {import('vite').Plugin}
 */
export const editedMachines = (root) => {
  const folder = join(root, 'machines') + sep;
  const registry = join(root, 'machines', 'registry.ts');
  /** @param {string | null} file */
  const isInside = (file) => file !== null && file.startsWith(folder);
  return {
    name: 'litrooms:edited-machines',
    apply: 'serve',
    async hotUpdate({ file, modules, timestamp, read }) {
      if (this.environment.name !== 'client' || !isInside(file)) return undefined;
      const isMachine = /\.create(?:Machine|StateConfig)\(/.test(await read());
      const importers = modules.flatMap((module) => [...module.importers]);
      if (!isMachine && importers.some((importer) => !isInside(importer.file))) return undefined;
      /** The files of machines that the edited one is a part of. @type {Set<import('vite').EnvironmentModuleNode>} */
      const parts = new Set(modules);
      for (const part of parts) {
        for (const importer of part.importers) if (isInside(importer.file)) parts.add(importer);
      }
      if (![...parts].some((part) => part.file === registry)) return undefined;
      for (const part of parts) part.lastHMRTimestamp = timestamp;
      this.environment.hot.send({
        type: 'custom',
        event: MACHINES_EDITED,
        data: { file: relative(root, file), timestamp },
      });
      return [];
    },
  };
};
