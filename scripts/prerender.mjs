// @ts-check
// The last step of the build: prerenders every public page to a file with its content, styles and head, so that a page can be read
// without its scripts; and writes the template with which the server renders pages again.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * @typedef {typeof import('../src/app/prerendering/build.ts')} Pages
 * @typedef {typeof import('../server/seed/pageData.ts')} Content
 * @typedef {import('../src/app/prerendering/publicPages.ts').PublicPage} Page
 * @typedef {import('../src/app/prerendering/document.ts').Template} Template
 */

/**
 * The scripts of each page, by module, in addition to those that the document loads itself.
 * @param {string} site the folder of the built client @param {ReadonlyMap<string, readonly string[]>} flows the files of the flows of
 * each page, by the page's module
 * @returns {Record<string, string[]>}
 */
function scriptsOfPages(site, flows) {
  /** @type {Record<string, {file: string, name?: string, imports?: string[]}>} */
  const manifest = JSON.parse(readFileSync(join(site, '.vite', 'manifest.json'), 'utf8'));
  /** @param {string} key @param {Set<string>} [visited] @returns {Set<string>} */
  const transitiveImports = (key, visited = new Set()) => {
    if (visited.has(key)) return visited;
    visited.add(key);
    for (const imported of manifest[key]?.imports ?? []) transitiveImports(imported, visited);
    return visited;
  };
  const ofEveryPage = transitiveImports('index.html');
  /** A module that other pages import, too, is in a chunk of its name. @param {string} file */
  const keyOf = (file) => {
    const name = file.replace(/\.tsx?$/, '');
    const key =
      Object.keys(manifest).find((each) => each.endsWith(`/${file}`)) ??
      Object.keys(manifest).find((each) => each.startsWith('_') && manifest[each]?.name === name);
    if (key === undefined) throw new Error(`the build has no ${file}`);
    return key;
  };
  /** @param {string} name @param {readonly string[]} flowFiles @returns {string[]} */
  const scriptsOf = (name, flowFiles) => {
    const loaded = new Set(ofEveryPage);
    for (const file of [`${name}.tsx`, ...flowFiles]) transitiveImports(keyOf(file), loaded);
    return [...loaded].filter((key) => !ofEveryPage.has(key)).map((key) => `/${manifest[key]?.file}`);
  };
  return Object.fromEntries(Array.from(flows, ([name, files]) => [name, scriptsOf(name, files)]));
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
  // A room and a post may come later, so their pages' scripts are listed even if there is none yet.
  const pathOfModule = new Map([
    ['RoomPage', '/meeting-room/room'],
    ['PostPage', '/blog/1'],
    ['NotFoundPage', `/${pages.NOT_FOUND}`],
    ...all.map(({ module, path }) => /** @type {const} */ ([module, path])),
  ]);
  /** @type {Map<string, string[]>} */
  const flows = new Map();
  for (const [module, path] of pathOfModule) flows.set(module, await pages.flowModules(path));
  /** @type {Template} */
  const template = {
    shell: readFileSync(join(site, 'index.html'), 'utf8'),
    scriptsByModule: scriptsOfPages(site, flows),
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
