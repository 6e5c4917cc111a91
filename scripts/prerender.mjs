// @ts-check
// The last step of the build: prerenders every public page to a file with its content, styles and head, so that a page can be read
// without its scripts; and writes the template with which the server renders pages again.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * @typedef {typeof import('../src/prerendering/build.ts')} Pages
 * @typedef {typeof import('../server/seed/pageData.ts')} Content
 * @typedef {import('../src/prerendering/publicPages.ts').PublicPage} Page
 * @typedef {import('../src/prerendering/document.ts').Template} Template
 */

/**
 * The scripts of each page, by module, without the first script, which loads them in parallel (src/main.ts).
 * @param {string} site the folder of the built client @param {readonly string[]} modules
 * @returns {Record<string, string[]>}
 */
function scriptsOfPages(site, modules) {
  /** @type {Record<string, {file: string, imports?: string[]}>} */
  const manifest = JSON.parse(readFileSync(join(site, '.vite', 'manifest.json'), 'utf8'));
  /** @param {string} key @param {Set<string>} [visited] @returns {Set<string>} */
  const transitiveImports = (key, visited = new Set()) => {
    if (visited.has(key)) return visited;
    visited.add(key);
    for (const imported of manifest[key]?.imports ?? []) transitiveImports(imported, visited);
    return visited;
  };
  const first = transitiveImports('index.html');
  const importedByEveryPage = transitiveImports('src/hydrate.tsx');
  /** @param {string} name @returns {string[]} */
  const scriptsOf = (name) => {
    const page = Object.keys(manifest).find((key) => key.endsWith(`/${name}.tsx`));
    if (page === undefined) throw new Error(`the build has no ${name}.tsx`);
    return [...transitiveImports(page, new Set(importedByEveryPage))]
      .filter((key) => !first.has(key))
      .map((key) => `/${manifest[key]?.file}`);
  };
  return Object.fromEntries(modules.map((name) => [name, scriptsOf(name)]));
}

/**
 * @param {object} options
 * @param {string} options.site the folder of the built client; the pages are written into it
 * @param {string} options.renderer the folder of the built renderer; the server's template is written into it
 * @param {string} options.origin the origin of the public site
 */
export async function prerender({ site, renderer, origin }) {
  /** @param {string} name @returns {Promise<any>} */
  const load = (name) => import(pathToFileURL(resolve(renderer, `${name}.js`)).href);
  /** @type {Pages} */
  const pages = await load('pages');
  /** @type {Content} */
  const { rooms, blog, posts } = await load('content');

  const lowestPrice = pages.lowestPriceOf(rooms);
  /** @type {Page[]} */
  const staticPages = pages.staticPages(origin, lowestPrice === null ? {} : { lowestPrice });
  const dynamicPages = [
    ...pages.roomPages(rooms, origin),
    pages.blogPage(blog, origin),
    ...posts.map((post) => pages.postPage(post, origin)),
  ];
  const all = [...staticPages, ...dynamicPages];
  const modules = new Set([...all.map(({ module }) => module), 'RoomPage', 'PostPage', 'NotFoundPage']);
  /** @type {Template} */
  const template = {
    shell: readFileSync(join(site, 'index.html'), 'utf8'),
    scriptsByModule: scriptsOfPages(site, [...modules]),
    origin,
  };

  /** @param {string} file @param {string} document */
  const write = (file, document) => {
    const target = join(site, file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, document);
  };
  rmSync(join(site, 'index.html')); // Vite's empty page; the prerendered home page replaces it
  for (const page of all) {
    try {
      const rendered = await pages.renderPage(page.path, page.initialData);
      write(join(page.path, 'index.html'), pages.composeDocument(template, page.path, rendered, page));
    } catch (error) {
      throw new Error(`The page ${page.path} could not be prerendered`, { cause: error });
    }
  }
  const notFoundPage = await pages.renderPage(`/${pages.NOT_FOUND}`, {});
  write(
    '404.html',
    pages.composeDocument(template, pages.NOT_FOUND, notFoundPage, { initialData: {} }, 'NotFoundPage'),
  );
  const frame = await pages.renderFrame({});
  write('app.html', pages.composeDocument(template, pages.FRAME, frame, { initialData: {} }));

  const robots = ['User-agent: *', 'Disallow: /api/', `Sitemap: ${origin}/sitemap.xml`, ''];
  writeFileSync(join(site, 'robots.txt'), robots.join('\n'));
  const addresses = [...staticPages, ...dynamicPages].map(({ path }) => path);
  writeFileSync(join(site, 'sitemap.xml'), pages.sitemap(origin, addresses));

  // The server renders a page again when its data has another hash (server/site/livePages.ts).
  const prerendered = Object.fromEntries(
    all.map(({ path, initialData }) => [
      path,
      createHash('sha256').update(pages.canonicalJson(initialData)).digest('base64url'),
    ]),
  );
  writeFileSync(join(renderer, 'template.json'), JSON.stringify({ ...template, prerendered }));
  console.log(`${all.length} pages prerendered`);
}
