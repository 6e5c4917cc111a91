// The last step of the build: prerenders every public page to a file with its content, styles and head, so that a page can be read
// without its scripts; and writes the template with which the server renders pages again.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Manifest } from 'vite';
import type { Template } from '../src/app/prerendering/document.ts';

/**
 * The scripts of each page, by module, in addition to those that the document loads itself.
 * @param site the folder of the built client
 * @param flows the files of the flows of each page, by the page's module
 */
function scriptsOfPages(
  site: string,
  flows: ReadonlyMap<string, readonly string[]>,
): Record<string, string[]> {
  const manifest = JSON.parse(readFileSync(join(site, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  const transitiveImports = (key: string, visited = new Set<string>()): Set<string> => {
    if (visited.has(key)) return visited;
    visited.add(key);
    for (const imported of manifest[key]?.imports ?? []) transitiveImports(imported, visited);
    return visited;
  };
  const ofEveryPage = transitiveImports('index.html');
  /** A module that other pages import, too, is in a chunk of its name. */
  const keyOf = (file: string) => {
    const name = file.replace(/\.tsx?$/, '');
    const key =
      Object.keys(manifest).find((each) => each.endsWith(`/${file}`)) ??
      Object.keys(manifest).find((each) => each.startsWith('_') && manifest[each]?.name === name);
    if (key === undefined) throw new Error(`the build has no ${file}`);
    return key;
  };
  const scriptsOf = (name: string, flowFiles: readonly string[]): string[] => {
    const loaded = new Set(ofEveryPage);
    for (const file of [`${name}.tsx`, ...flowFiles]) transitiveImports(keyOf(file), loaded);
    return [...loaded].filter((key) => !ofEveryPage.has(key)).map((key) => `/${manifest[key]?.file}`);
  };
  return Object.fromEntries(Array.from(flows, ([name, files]) => [name, scriptsOf(name, files)]));
}

export async function prerender({
  site,
  renderer,
  origin,
}: {
  /** the folder of the built client; the pages are written into it */
  site: string;
  /** the folder of the built renderer; the server's template is written into it */
  renderer: string;
  /** the origin of the public site */
  origin: string;
}) {
  const load = (name: string): Promise<unknown> =>
    import(pathToFileURL(resolve(renderer, `${name}.js`)).href);
  const pages = (await load('pages')) as typeof import('../src/app/prerendering/build.ts');
  const { rooms, blog, posts } = (await load('content')) as typeof import('../server/seed/pageData.ts');

  const lowestPrice = pages.lowestOf(rooms.map((room) => room.price_per_hour));
  const staticPages = pages.staticPages(origin, lowestPrice === null ? {} : { lowestPrice });
  const dynamicPages = [
    ...pages.roomPages(rooms, origin),
    pages.blogPage(blog, origin),
    ...posts.map((post) => pages.postPage(post, origin)),
  ];
  const all = [...staticPages, ...dynamicPages];
  // A room, a post and an event may come later, so their pages' scripts are listed even if there is none yet.
  const pathOfModule = new Map([
    ['RoomPage', '/meeting-room/room'],
    ['PostPage', '/blog/1'],
    ['EventPage', '/event-training/1'],
    ['NotFoundPage', `/${pages.NOT_FOUND}`],
    ...all.map(({ module, path }) => [module, path] as const),
  ]);
  const flows = new Map<string, string[]>();
  for (const [module, path] of pathOfModule) flows.set(module, await pages.flowModules(path));
  const template: Template = {
    shell: readFileSync(join(site, 'index.html'), 'utf8'),
    scriptsByModule: scriptsOfPages(site, flows),
    origin,
  };

  const write = (file: string, document: string) => {
    const target = join(site, file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, document);
  };
  rmSync(join(site, 'index.html')); // Vite's empty page; the prerendered home page replaces it
  for (const page of all) {
    try {
      const rendered = await pages.renderPage(page.path, page.data);
      write(join(page.path, 'index.html'), pages.composeDocument(template, page.path, rendered, page));
    } catch (error) {
      throw new Error(`The page ${page.path} could not be prerendered`, { cause: error });
    }
  }
  const notFoundPage = await pages.renderPage(`/${pages.NOT_FOUND}`, {});
  write(
    '404.html',
    pages.composeDocument(template, pages.NOT_FOUND, notFoundPage, { data: {} }, 'NotFoundPage'),
  );
  const frame = await pages.renderFrame({});
  write('app.html', pages.composeDocument(template, pages.FRAME, frame, { data: {} }));

  const robots = ['User-agent: *', 'Disallow: /api/', `Sitemap: ${origin}/sitemap.xml`, ''];
  writeFileSync(join(site, 'robots.txt'), robots.join('\n'));
  const addresses = [...staticPages, ...dynamicPages].map(({ path }) => path);
  writeFileSync(join(site, 'sitemap.xml'), pages.sitemap(origin, addresses));

  // The server renders a page again when its data has another hash (server/site/livePages.ts).
  const prerendered = Object.fromEntries(
    all.map(({ path, data }) => [
      path,
      createHash('sha256').update(pages.canonicalJson(data)).digest('base64url'),
    ]),
  );
  writeFileSync(join(renderer, 'template.json'), JSON.stringify({ ...template, prerendered }));
  console.log(`${all.length} pages prerendered`);
}
