import { join } from 'node:path';
import { loadEnv, type ViteBuilder } from 'vite';
import { prerender } from './prerender.ts';

/** The public origin of the site. Links for search engines and social networks are absolute, so the build needs it. */
const { PUBLIC_ORIGIN } = loadEnv('', join(import.meta.dirname, '..'), 'PUBLIC_');
export const siteOrigin = new URL(PUBLIC_ORIGIN || 'http://localhost:3000').origin;

/**
 * Builds what visitors get: the client, the page renderer, and the prerendered public pages. `builder`: has the environments
 * `client` and `pages` of vite.config.ts.
 */
export async function buildSite(builder: ViteBuilder) {
  const { client, pages } = builder.environments;
  if (!client || !pages) throw new Error('an environment is missing');
  const site = client.config.build.outDir;
  await builder.build(client);
  await builder.build(pages);
  await prerender({ site, renderer: pages.config.build.outDir, origin: siteOrigin });
}
