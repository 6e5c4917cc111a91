import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import serveStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { slugOf } from '../../domain/rooms/roomSlug.ts';
import {
  eventIdFromPath,
  isLinkPath,
  isPrivatePath,
  isPublicPath,
  FRAME,
  NOT_FOUND,
  postIdFromPath,
  publicPaths,
  roomNameFromPath,
  roomSlugFromPath,
  withoutTrailingSlash,
} from '../../domain/content/sitePaths.ts';
import { sitemap } from '../../domain/content/sitemap.ts';
import { acceptedEncoding } from '../platform/http/acceptedEncoding.ts';
import { ApiError } from '../platform/http/apiError.ts';
import { isUnavailable } from '../platform/database/unavailable.ts';
import { isLivePath, type LivePage, type LivePages } from './livePages.ts';
import { noSuchRoomPage } from '../rooms/noSuchRoom.ts';

/** For routes that the browser renders, and the not-found page (scripts/prerender.ts). */
const APP_SHELL = 'app.html';
const NOT_FOUND_PAGE = '404.html';
const DESK_PAGE = 'desk.html';

/** Paths that are never pages of the site: a missing file or call must not respond with 200 and HTML. */
const NOT_SITE_PATHS = /^\/(?:api|assets|images|sandbox|healthz|readyz|metrics)(?:\/|$)/;
/** The router accepts no longer path segment. */
const MAX_SEGMENT_LENGTH = 100;
/** A path without a page. */
const UNKNOWN_PATH = '/-';

function isRoutable(path: string): boolean {
  try {
    return decodeURI(path)
      .split('/')
      .every(({ length }) => length <= MAX_SEGMENT_LENGTH);
  } catch {
    return false;
  }
}

/**
 * Returns the URL of a request, or `UNKNOWN_PATH` for a page URL that the router rejects because of an invalid escape or a too
 * long segment. A visitor who follows such a link then sees the not-found page instead of a JSON error.
 */
export function routableUrl(url: string): string {
  const path = url.split('?')[0] ?? '/';
  return NOT_SITE_PATHS.test(path) || isRoutable(path) ? url : UNKNOWN_PATH;
}

/** A path whose last segment looks like a file name. */
const FILE_NAME = /\.[a-z\d]+$/i;

/** Documents in which the browser shows data of a signed-in user. No cache may keep them, including that of the Back button. */
const PERSONAL_DOCUMENT = /(?:^|\/)(?:app|desk)\.html(?:\.(?:br|gz))?$/;

/** Cache-Control by file path: files with hashed names are immutable, pages must be revalidated. */
function cacheControl(path: string): string {
  if (PERSONAL_DOCUMENT.test(path)) return 'no-store';
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable';
  if (/\.html(?:\.(?:br|gz))?$/.test(path)) return 'no-cache';
  return 'public, max-age=86400';
}

export interface SiteOptions {
  /** Folder of the built site. */
  readonly root: string;
  /** Whether a post exists. A post that is newer than the build has no prerendered page. */
  readonly hasPost: (id: number) => Promise<boolean>;
  /** Whether an event is one of the coming events, which have no prerendered page. */
  readonly hasEvent: (id: number) => Promise<boolean>;
  /** Whether a room exists. A room that is newer than the build has no prerendered page. */
  readonly hasRoom: (slug: string) => Promise<boolean>;
  /** Without them the server sends only the build's files. */
  readonly livePages: LivePages | undefined;
}

/** Sends a document that was rendered after the build like the build's file of this page: compressed, and revalidated. */
function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { document, tag }: Extract<LivePage, { kind: 'document' }>,
  file: string,
): FastifyReply {
  reply
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': cacheControl(file), etag: tag, vary: 'accept-encoding' });
  if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send();
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  if (encoding === null) return reply.send(document.html);
  return reply.header('content-encoding', encoding).send(document[encoding === 'br' ? 'br' : 'gz']);
}

/** Files of documents that are no public page. */
const frameFiles = { [FRAME]: APP_SHELL, [NOT_FOUND]: NOT_FOUND_PAGE } as const;

/** Sends the empty frame or the not-found page with the current business, or the build's file when it cannot be rendered. */
async function sendFrame(
  request: FastifyRequest,
  reply: FastifyReply,
  livePages: LivePages | undefined,
  name: keyof typeof frameFiles,
): Promise<FastifyReply> {
  const file = frameFiles[name];
  try {
    const page = await livePages?.page(name);
    if (page?.kind === 'document') return sendDocument(request, reply, page, file);
  } catch (error) {
    if (!isUnavailable(error)) request.log.error({ err: error }, 'a page could not be rendered');
  }
  return reply.sendFile(file);
}

/**
 * Serves the built site: its files, which are compressed at build time; its prerendered pages; the app shell, in which the browser
 * renders all other routes; and the not-found page with status 404. Without a build (`root` does not exist) only the API responds.
 */
export default plugin<SiteOptions>(async (app, { root, hasPost, hasRoom, hasEvent, livePages }) => {
  const isBuilt = existsSync(join(root, APP_SHELL));
  const appShell = isBuilt ? readFileSync(join(root, APP_SHELL), 'utf8') : '';
  if (isBuilt) {
    const options: FastifyStaticOptions = {
      root,
      preCompressed: true,
      redirect: false,
      // Dotfiles are the bundler's manifest and other build files.
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (reply, path) => void reply.header('cache-control', cacheControl(path)),
    };
    await app.register(serveStatic, options);
    // A route for each file with a hashed name. For a file without a route, which is newer than this process, the plugin lists the
    // folders at every request, to compare the spelling of the path.
    await app.register(serveStatic, {
      ...options,
      root: join(root, 'assets'),
      prefix: '/assets/',
      wildcard: false,
      decorateReply: false,
    });
    app.get('/desk', (_request, reply) => reply.header('x-robots-tag', 'noindex').sendFile(DESK_PAGE));
    /** Sends the page at a path with its current content. When the server cannot render it, the browser renders it. */
    const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const path = withoutTrailingSlash(request.url.split('?')[0] ?? '/').toLowerCase();
      const file = path === '/' ? 'index.html' : `${path.slice(1)}/index.html`;
      const isFile = existsSync(join(root, file));
      if (!livePages) return isFile ? reply.sendFile(file) : reply.callNotFound();
      if (!isLivePath(path)) return reply.callNotFound();
      try {
        const page = await livePages.page(path);
        if (page === null) return reply.callNotFound();
        return page.kind === 'document' ? sendDocument(request, reply, page, file) : reply.sendFile(file);
      } catch (error) {
        if (isUnavailable(error) && isFile) return reply.sendFile(file);
        request.log.error({ err: error }, 'a page could not be rendered');
        return reply.sendFile(APP_SHELL);
      }
    };
    for (const path of [
      ...publicPaths.filter((page) => page !== '/blog'),
      '/meeting-room/:slug',
      '/blog/:id',
      '/event-training/:id',
    ]) {
      app.get(path, sendPage);
    }
    // Only the blog's first page is prerendered; another page must not show it.
    app.get<{ Querystring: { page?: string } }>('/blog', (request, reply) =>
      (request.query.page ?? '1') === '1'
        ? sendPage(request, reply)
        : sendFrame(request, reply, livePages, FRAME),
    );
    if (livePages) {
      app.get('/sitemap.xml', async (_request, reply) =>
        reply.type('application/xml').send(sitemap(livePages.origin, await livePages.sitemapPaths())),
      );
    }
  }

  /** Whether the browser can render a page at a path for which there is no file. */
  const isClientRendered = async (path: string): Promise<boolean> => {
    if (isPublicPath(path) || isPrivatePath(path)) return true;
    const post = postIdFromPath(path);
    if (post !== null) return hasPost(post);
    const event = eventIdFromPath(path);
    if (event !== null) return hasEvent(event);
    const room = roomSlugFromPath(path);
    return room !== null && hasRoom(room);
  };

  app.setNotFoundHandler(async (request, reply) => {
    const path = withoutTrailingSlash(request.url.split('?')[0] ?? '/');
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isBuilt || !isPage || NOT_SITE_PATHS.test(path) || FILE_NAME.test(path)) {
      throw new ApiError('not-found', 'There is nothing here');
    }
    // The site's router ignores case.
    const page = path.toLowerCase();
    if (isPrivatePath(page)) reply.header('x-robots-tag', 'noindex');
    if (isLinkPath(page)) reply.header('referrer-policy', 'no-referrer');
    if (await isClientRendered(page)) return sendFrame(request, reply, livePages, FRAME);
    const name = roomNameFromPath(page);
    reply.code(404);
    if (name === null) return sendFrame(request, reply, livePages, NOT_FOUND);
    if (!livePages) return reply.sendFile(APP_SHELL);
    const [rooms, frame] = await Promise.all([livePages.rooms(), livePages.page(FRAME)]);
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(
        noSuchRoomPage(
          frame?.kind === 'document' ? frame.document.html.toString() : appShell,
          slugOf(name),
          rooms,
        ),
      );
  });
});
