import { existsSync } from 'node:fs';
import { join } from 'node:path';
import serveStatic from '@fastify/static';
import plugin from 'fastify-plugin';
import {
  isOwnPath,
  isPublicPath,
  NOT_SENT_ID,
  postIdFromPath,
  withoutTrailingSlash,
} from '../../domain/sitePaths.ts';
import { ApiError } from '../apiError.ts';

/** What stands around a page that the browser draws, and the page for paths that lead nowhere (scripts/prerender.mjs). */
const FRAME = 'app.html';
const NOT_FOUND = '404.html';

/** Never a page of the site: a missing one of these must not come back as 200 with the site's HTML. */
const NOT_PAGES = /^\/(?:api|assets|images|sandbox|healthz|readyz|metrics)(?:\/|$)/;
/** The last part of a path looks like a file's name. */
const FILE = /\.[a-z\d]+$/i;

/** What browsers may keep, by the file's path: names with a hash for ever, pages never without asking. */
function cacheControl(path: string): string {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable';
  if (/\.html(?:\.(?:br|gz))?$/.test(path)) return 'no-cache';
  return 'public, max-age=86400';
}

export interface SiteOptions {
  /** Folder of the built site. */
  readonly root: string;
  /** Whether there is a post of an id; one that is newer than the build has no prerendered page. */
  readonly hasPost: (id: number) => Promise<boolean>;
}

/**
 * The built site: its files, compressed at build time; its prerendered pages; the frame in which the browser draws the
 * pages that are not prerendered; and for paths that lead nowhere a page that says so, with the status that says so.
 * Without a built site (`root` does not exist) only the API answers.
 */
export default plugin<SiteOptions>(async (app, { root, hasPost }) => {
  const isBuilt = existsSync(join(root, FRAME));
  if (isBuilt) {
    await app.register(serveStatic, {
      root,
      preCompressed: true,
      redirect: false,
      // The bundler's manifest, and whatever else a build leaves behind.
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (reply, path) => void reply.header('cache-control', cacheControl(path)),
    });
    // Only the blog's first page is prerendered, and another must not show it for a moment.
    app.get<{ Querystring: { page?: string } }>('/blog', ({ query: { page = '1' } }, reply) =>
      reply.sendFile(page === '1' ? 'blog/index.html' : FRAME),
    );
  }

  // A form sent by the browser itself, because the page's scripts had not come yet: the page again, which says that nothing was sent.
  app.addHook('onRequest', (request, reply, done) => {
    const path = withoutTrailingSlash(request.url.split('?')[0] ?? '/');
    if (request.is404 && request.method === 'POST' && isPublicPath(path)) {
      void reply.redirect(`${path}#${NOT_SENT_ID}`, 303);
    } else done();
  });

  /** Whether the browser draws something at a path that is no file. */
  const isDrawn = async (path: string): Promise<boolean> => {
    if (isPublicPath(path) || isOwnPath(path)) return true;
    const post = postIdFromPath(path);
    return post !== null && hasPost(post);
  };

  app.setNotFoundHandler(async (request, reply) => {
    const path = withoutTrailingSlash(request.url.split('?')[0] ?? '/');
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isBuilt || !isPage || NOT_PAGES.test(path) || FILE.test(path)) {
      throw new ApiError('not-found', 'There is nothing here');
    }
    // The site's router does not mind capitals.
    const page = path.toLowerCase();
    if (isOwnPath(page)) reply.header('x-robots-tag', 'noindex');
    return (await isDrawn(page)) ? reply.sendFile(FRAME) : reply.code(404).sendFile(NOT_FOUND);
  });
});
