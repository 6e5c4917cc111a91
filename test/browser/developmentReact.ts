import { join } from 'node:path';
import { createBuilder, type Plugin } from 'vite';

const REACT = /\/node_modules\/(?:react|react-dom|scheduler)\//;

/**
 * React as developers get it, which says where the browser's page differs from the prerendered one; all else, class
 * names above all, stays as it is served.
 */
const developmentReact: Plugin = {
  name: 'test:development-react',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  async resolveId(source, importer) {
    if (!importer || !REACT.test(importer) || !source.endsWith('.production.js')) return null;
    return this.resolve(source.replace('.production.js', '.development.js'), importer, { skipSelf: true });
  },
  transform(code, id) {
    if (!REACT.test(id)) return null;
    return id.endsWith('.development.js') ? code.replaceAll('process.env.NODE_ENV', '"development"') : null;
  },
};

/** Builds the site with it, once, under a folder of the caches. Gives the folder that holds its dist/. */
export async function buildWithDevelopmentReact(): Promise<string> {
  const folder = join('.cache', 'development-react');
  const outDir = (name: string) => ({ build: { outDir: join(folder, name) } });
  const builder = await createBuilder({
    mode: 'production',
    logLevel: 'error',
    plugins: [developmentReact],
    environments: { client: outDir('dist'), server: outDir('server'), pages: outDir('pages') },
  });
  await builder.buildApp();
  return folder;
}
