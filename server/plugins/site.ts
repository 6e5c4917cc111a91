import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { slugOf } from '../../domain/roomSlug.ts';
import {
  isLinkPath,
  isPrivatePath,
  isPublicPath,
  NOT_SENT_ID,
  postIdFromPath,
  roomNameFromPath,
  roomSlugFromPath,
  withoutTrailingSlash,
} from '../../domain/sitePaths.ts';
import { sitemap } from '../../domain/sitemap.ts';
import { ApiError } from '../apiError.ts';
import { isUnavailable } from '../database/unavailable.ts';
import { isLivePath, type LivePage, type LivePages } from '../site/livePages.ts';
import { noSuchRoomPage } from '../site/noSuchRoom.ts';

/** The empty page for routes that the browser renders, and the not-found page (scripts/prerender.mjs). */
const FRAME = 'app.html';
const NOT_FOUND = '404.html';
/** The document of the desk, which no search engine lists. */
const DESK = 'desk.html';

/** Never a page of the site: a missing file must not be answered with 200 and the site's HTML. */
const NOT_PAGES = /^\/(?:api|assets|images|sandbox|healthz|readyz|metrics)(?:\/|$)/;
/** The longest part of a path that the router reads. */
const LONGEST_PART = 100;
/** An address of no page. */
const NO_PAGE = '/-';

function isReadable(path: string): boolean {
  try {
    return decodeURI(path)
      .split('/')
      .every(({ length }) => length <= LONGEST_PART);
  } catch {
    return false;
  }
}

/**
 * The address of a request; that of no page for one that the router does not read, because an escape of it is broken or a part
 * too long. Who follows such a link gets the page that says there is nothing here, not the error of a call.
 */
export function readableAddress(url: string): string {
  const path = url.split('?')[0] ?? '/';
  return NOT_PAGES.test(path) || isReadable(path) ? url : NO_PAGE;
}

/** The last segment of a path looks like a file name. */
const FILE = /\.[a-z\d]+$/i;

/** Cache-Control by file path: hashed names are immutable, pages must be revalidated. */
function cacheControl(path: string): string {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable';
  if (/\.html(?:\.(?:br|gz))?$/.test(path)) return 'no-cache';
  return 'public, max-age=86400';
}

export interface SiteOptions {
  /** Folder of the built site. */
  readonly root: string;
  /** Whether a post exists; one that is newer than the build has no prerendered page. */
  readonly hasPost: (id: number) => Promise<boolean>;
  /** Whether a room exists; one that is newer than the build has no prerendered page either. */
  readonly hasRoom: (slug: string) => Promise<boolean>;
  /** The pages whose content changes; without them, the build's files are all there is. */
  readonly live: LivePages | undefined;
}

/** Sends a document that was rendered since the build, as the static files are sent: compressed, and to be revalidated. */
function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { document, tag }: Extract<LivePage, { kind: 'document' }>,
): FastifyReply {
  reply
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-cache', etag: tag, vary: 'accept-encoding' });
  if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(document.br);
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(document.gz);
  return reply.send(document.html);
}

/**
 * The built site: its files, compressed at build time; its prerendered pages; the empty page in which the browser
 * renders all other routes; and the not-found page with status 404. Without a built site (`root` does not exist) only
 * the API responds.
 */
export default plugin<SiteOptions>(async (app, { root, hasPost, hasRoom, live }) => {
  const isBuilt = existsSync(join(root, FRAME));
  const frame = isBuilt ? readFileSync(join(root, FRAME), 'utf8') : '';
  if (isBuilt) {
    await app.register(serveStatic, {
      root,
      preCompressed: true,
      redirect: false,
      // The bundler's manifest and other build files.
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (reply, path) => void reply.header('cache-control', cacheControl(path)),
    });
    app.get('/desk', (_request, reply) => reply.header('x-robots-tag', 'noindex').sendFile(DESK));
    /** The page at a path, as it is now. When it cannot be rendered, the browser renders it. */
    const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const path = withoutTrailingSlash(request.url.split('?')[0] ?? '/').toLowerCase();
      const file = `${path.slice(1)}/index.html`;
      const isFile = existsSync(join(root, file));
      if (!live) return isFile ? reply.sendFile(file) : reply.callNotFound();
      if (!isLivePath(path)) return reply.callNotFound();
      try {
        const page = await live.page(path);
        if (page === null) return reply.callNotFound();
        return page.kind === 'document' ? sendDocument(request, reply, page) : reply.sendFile(file);
      } catch (error) {
        if (isUnavailable(error) && isFile) return reply.sendFile(file);
        request.log.error({ err: error }, 'a page could not be rendered');
        return reply.sendFile(FRAME);
      }
    };
    for (const path of ['/meeting-room', '/meeting-room/:slug', '/cancellation-policy', '/blog/:id']) {
      app.get(path, sendPage);
    }
    // Only the blog's first page is prerendered; another page must not show it.
    app.get<{ Querystring: { page?: string } }>('/blog', (request, reply) =>
      (request.query.page ?? '1') === '1' ? sendPage(request, reply) : reply.sendFile(FRAME),
    );
    if (live) {
      app.get('/sitemap.xml', async (_request, reply) =>
        reply.type('application/xml').send(sitemap(live.origin, await live.sitemapPaths())),
      );
    }
  }

  // A form that the browser itself submitted before the page's scripts were loaded: redirects to the page with a notice
  // that nothing was sent.
  app.addHook('onRequest', (request, reply, done) => {
    const path = withoutTrailingSlash(request.url.split('?')[0] ?? '/');
    if (request.is404 && request.method === 'POST' && isPublicPath(path)) {
      void reply.redirect(`${path}#${NOT_SENT_ID}`, 303);
    } else done();
  });

  /** Whether the browser renders a page at a path that is no file. */
  const isDrawn = async (path: string): Promise<boolean> => {
    if (isPublicPath(path) || isPrivatePath(path)) return true;
    const post = postIdFromPath(path);
    if (post !== null) return hasPost(post);
    const room = roomSlugFromPath(path);
    return room !== null && hasRoom(room);
  };

  app.setNotFoundHandler(async (request, reply) => {
    const path = withoutTrailingSlash(request.url.split('?')[0] ?? '/');
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isBuilt || !isPage || NOT_PAGES.test(path) || FILE.test(path)) {
      throw new ApiError('not-found', 'There is nothing here');
    }
    // The site's router ignores case.
    const page = path.toLowerCase();
    if (isPrivatePath(page)) reply.header('x-robots-tag', 'noindex');
    if (isLinkPath(page)) reply.header('referrer-policy', 'no-referrer');
    if (await isDrawn(page)) return reply.sendFile(FRAME);
    const name = roomNameFromPath(page);
    reply.code(404);
    if (name === null) return reply.sendFile(NOT_FOUND);
    if (!live) return reply.sendFile(FRAME);
    const rooms = await live.rooms();
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(noSuchRoomPage(frame, slugOf(name), rooms));
  });
});
