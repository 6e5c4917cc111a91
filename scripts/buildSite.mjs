// @ts-check
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadEnv } from 'vite';
import { prerender } from './prerender.mjs';

/** The public origin of the site. Links for search engines and social networks are absolute, so the build needs it. */
const { PUBLIC_ORIGIN } = loadEnv('', join(import.meta.dirname, '..'), 'PUBLIC_');
export const siteOrigin = new URL(PUBLIC_ORIGIN || 'http://localhost:3000').origin;

/**
 * Asks browsers to compile the whole start-up code during the download, off the main thread, instead of each function on its
 * first call, because nearly all functions are called at start-up. The comment must be the file's first line, so it is added
 * after the bundler has written the file.
 * @param {string} site
 */
function addCompileHints(site) {
  const folder = join(site, 'assets');
  for (const name of readdirSync(folder)) {
    if (!/^start-.*\.js$/.test(name)) continue;
    const file = join(folder, name);
    const code = readFileSync(file, 'utf8');
    writeFileSync(file, ['//# allFunctionsCalledOnLoad', code].join('\n'));
  }
}

/**
 * Builds what visitors get: the client, the page renderer, and the prerendered public pages. `builder`: has the environments
 * `client` and `pages` of vite.config.ts.
 * @param {import('vite').ViteBuilder} builder
 */
export async function buildSite(builder) {
  const { client, pages } = builder.environments;
  if (!client || !pages) throw new Error('an environment is missing');
  const site = client.config.build.outDir;
  await builder.build(client);
  addCompileHints(site);
  await builder.build(pages);
  await prerender({ site, renderer: pages.config.build.outDir, origin: siteOrigin });
}
