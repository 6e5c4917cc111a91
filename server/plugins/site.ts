import { existsSync } from 'node:fs';
import { join } from 'node:path';
import serveStatic from '@fastify/static';
import plugin from 'fastify-plugin';
import { Refusal } from '../refusal.ts';

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

/**
 * The built site: its files, compressed at build time; its prerendered pages; and for every other path the shell from
 * which the site draws whatever the path asks for. Without a built site (`root` does not exist) only the API answers.
 */
export default plugin<{ root: string }>(async (app, { root }) => {
  const shell = ['app.html', 'index.html'].find((file) => existsSync(join(root, file)));
  if (shell !== undefined) {
    await app.register(serveStatic, {
      root,
      preCompressed: true,
      redirect: false,
      cacheControl: false,
      setHeaders: (reply, path) => void reply.header('cache-control', cacheControl(path)),
    });
  }

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (shell === undefined || !isPage || NOT_PAGES.test(path) || FILE.test(path)) {
      throw new Refusal('not-found', 'There is nothing here');
    }
    return reply.sendFile(shell);
  });
});
