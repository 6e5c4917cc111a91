import { join } from 'node:path';
import { type BuildEnvironment, createBuilder } from 'vite';
import { buildSite } from '../../scripts/buildSite.ts';

/** Builds the site and the desk for an API on another host, in a cache folder. Returns the folder that contains its dist/. */
export async function buildForApi(apiOrigin: string): Promise<string> {
  const folder = join('.cache', 'separate-site');
  const outputIn = (name: string) => ({ build: { outDir: join(folder, name) } });
  process.env['VITE_API_HOST'] = apiOrigin;
  try {
    const builder = await createBuilder({
      mode: 'production',
      logLevel: 'error',
      environments: { client: outputIn('dist'), pages: outputIn('pages') },
    });
    await buildSite(builder);
    await builder.build(builder.environments['desk'] as BuildEnvironment);
  } finally {
    delete process.env['VITE_API_HOST'];
  }
  return folder;
}
