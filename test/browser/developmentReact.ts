import { join } from 'node:path';
import { createBuilder, type Plugin } from 'vite';
import { buildSite } from '../../scripts/buildSite.ts';

const REACT = /\/node_modules\/(?:react|react-dom|scheduler)\//;

/**
 * React's development build, which reports where the page differs from the prerendered one. Everything else, for example
 * the class names, is as served.
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

/** Builds the site with it, once, in a cache folder. Returns the folder that contains its dist/. */
export async function buildWithDevelopmentReact(): Promise<string> {
  const folder = join('.cache', 'development-react');
  const outputIn = (name: string) => ({ build: { outDir: join(folder, name) } });
  const builder = await createBuilder({
    mode: 'production',
    logLevel: 'error',
    plugins: [developmentReact],
    environments: { client: outputIn('dist'), pages: outputIn('pages') },
  });
  await buildSite(builder);
  return folder;
}
