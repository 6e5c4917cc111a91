import plugin from 'fastify-plugin';
import type { Business } from '../../domain/content/business.ts';
import { dateAt } from '../../domain/time/calendar.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { comingEvent } from '../content/events/events.ts';
import { postById } from '../content/blog/posts.ts';
import type { Database } from '../platform/database/schema.ts';
import type { ReadContentVersion } from '../platform/http/contentVersion.ts';
import { hasRoom } from '../rooms/rooms.ts';
import { livePages } from './livePages.ts';
import type { PageRenderer } from './pageRenderer.ts';
import site from './site.ts';
import { siteContent } from './siteContent.ts';

interface SiteDeps {
  readonly database: Database;
  readonly now: () => EpochMs;
  readonly contentVersion: ReadContentVersion;
  readonly config: { readonly business: Business };
  /** The folder of the built site. */
  readonly siteRoot: string;
  /** Without it, the server sends the build's files. */
  readonly renderer: PageRenderer | undefined;
}

/** The site's files and pages, with the content of the database. */
export default plugin<SiteDeps>(
  async (app, { database, now, contentVersion, config, siteRoot, renderer }) => {
    const content = siteContent(database, now, config.business);
    await app.register(site, {
      root: siteRoot,
      hasPost: async (id) => (await postById(database, id, now())) !== undefined,
      hasEvent: async (id) => (await comingEvent(database, id, dateAt(now()))) !== undefined,
      hasRoom: (slug) => hasRoom(database, slug),
      livePages: renderer && livePages(contentVersion, content, renderer),
    });
  },
);
