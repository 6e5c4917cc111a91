// @ts-check
// The last step of the build: prerenders every public page to a file with its content, styles and head, so that it can be
// read before its scripts are loaded and without any; and leaves the server what it needs to do the same again.
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
 * The scripts that each page needs besides the first one, which loads them in parallel (src/main.ts), by module.
 * @param {string} site folder of the built client @param {readonly string[]} modules
 * @returns {Record<string, string[]>}
 */
function partsOfPages(site, modules) {
  /** @type {Record<string, {file: string, imports?: string[]}>} */
  const manifest = JSON.parse(readFileSync(join(site, '.vite', 'manifest.json'), 'utf8'));
  /** @param {string} key @param {Set<string>} [known] @returns {Set<string>} */
  const closure = (key, known = new Set()) => {
    if (known.has(key)) return known;
    known.add(key);
    for (const imported of manifest[key]?.imports ?? []) closure(imported, known);
    return known;
  };
  const first = closure('index.html');
  const ofEveryPage = closure('src/hydrate.tsx');
  /** @param {string} name @returns {string[]} */
  const partsOf = (name) => {
    const page = Object.keys(manifest).find((key) => key.endsWith(`/${name}.tsx`));
    if (page === undefined) throw new Error(`the build has no ${name}.tsx`);
    return [...closure(page, new Set(ofEveryPage))]
      .filter((key) => !first.has(key))
      .map((key) => `/${manifest[key]?.file}`);
  };
  return Object.fromEntries(modules.map((name) => [name, partsOf(name)]));
}

/**
 * @param {object} where
 * @param {string} where.site folder of the built client; pages are written into it
 * @param {string} where.renderer folder of the built renderer; what it needs later is written into it
 * @param {string} where.origin the address that visitors type, without a path
 */
export async function prerender({ site, renderer, origin }) {
  /** @param {string} name @returns {Promise<any>} */
  const load = (name) => import(pathToFileURL(resolve(renderer, `${name}.js`)).href);
  /** @type {Pages} */
  const pages = await load('pages');
  /** @type {Content} */
  const { rooms, blog, posts } = await load('content');

  /** @type {Page[]} */
  const fixed = pages.staticPages(origin);
  const changing = [
    ...pages.roomPages(rooms, origin),
    pages.blogPage(blog, origin),
    ...posts.map((post) => pages.postPage(post, origin)),
  ];
  const all = [...fixed, ...changing];
  const modules = new Set([...all.map(({ module }) => module), 'RoomPage', 'PostPage', 'NotFoundPage']);
  /** @type {Template} */
  const template = {
    shell: readFileSync(join(site, 'index.html'), 'utf8'),
    scriptsByModule: partsOfPages(site, [...modules]),
    origin,
  };

  /** @param {string} file @param {string} document */
  const write = (file, document) => {
    const target = join(site, file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, document);
  };
  rmSync(join(site, 'index.html')); // the empty page is nobody's
  for (const page of all) {
    try {
      const rendered = await pages.renderPage(page.path, page.initialData);
      write(join(page.path, 'index.html'), pages.composeDocument(template, page.path, rendered, page));
    } catch (error) {
      throw new Error(`The page ${page.path} could not be prerendered`, { cause: error });
    }
  }
  const missing = await pages.renderPage(`/${pages.NOT_FOUND}`, {});
  write('404.html', pages.composeDocument(template, pages.NOT_FOUND, missing, null, 'NotFoundPage'));
  write('app.html', pages.composeDocument(template, pages.FRAME, await pages.renderFrame(), null));

  const robots = ['User-agent: *', 'Disallow: /api/', `Sitemap: ${origin}/sitemap.xml`, ''];
  writeFileSync(join(site, 'robots.txt'), robots.join('\n'));
  const addresses = [...fixed, ...changing].map(({ path }) => path);
  writeFileSync(join(site, 'sitemap.xml'), pages.sitemap(origin, addresses));

  // The server renders a page again when its data is not what it was prerendered with (server/site/livePages.ts).
  const prerendered = Object.fromEntries(
    changing.map(({ path, initialData }) => [
      path,
      createHash('sha256').update(pages.canonicalJson(initialData)).digest('base64url'),
    ]),
  );
  writeFileSync(join(renderer, 'template.json'), JSON.stringify({ ...template, prerendered }));
  console.log(`${all.length} pages prerendered`);
}
