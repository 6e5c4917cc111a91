import type { FastifyPluginAsync } from 'fastify';
import type { Business } from '../../domain/content/business.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import type { Reads } from '../platform/database/reads.ts';
import type { Database } from '../platform/database/schema.ts';
import apiScope from '../platform/http/plugins/apiScope.ts';
import type { ReadContentVersion } from '../platform/http/contentVersion.ts';
import deadline, { DEADLINE_MS } from '../platform/http/plugins/deadline.ts';
import blogRoutes from './blog/blogRoutes.ts';
import deskPostRoutes from './blog/deskRoutes.ts';
import businessRoutes from './business/businessRoutes.ts';
import deskBusinessRoutes from './business/deskRoutes.ts';
import deskEnquiryRoutes from './enquiries/deskRoutes.ts';
import enquiryRoutes from './enquiries/enquiryRoutes.ts';
import deskEventRoutes from './events/deskRoutes.ts';
import eventRoutes from './events/eventRoutes.ts';
import deskPictureRoutes from './pictures/deskRoutes.ts';
import pictureRoutes from './pictures/pictureRoutes.ts';
import deskPolicyRoutes from './policies/deskRoutes.ts';

/** How long an upload and its conversion into files may take, in milliseconds. */
const UPLOAD_DEADLINE_MS = 60_000;

interface ContentDeps {
  readonly database: Database;
  readonly reads: Reads;
  readonly now: () => EpochMs;
  readonly contentVersion: ReadContentVersion;
  readonly config: { readonly timeoutFactor: number; readonly business: Business };
}

/** Outside the scope of the other calls, because an upload takes longer and pictures may be cached. */
const contentRoutes: FastifyPluginAsync<ContentDeps> = async (app, deps) => {
  const { database, reads, now, contentVersion, config } = deps;
  const { timeoutFactor, business } = config;
  await app.register(async (calls) => {
    await calls.register(apiScope, { timeoutFactor });
    await calls.register(blogRoutes, { database, now, contentVersion });
    await calls.register(eventRoutes, { reads, database, now, contentVersion });
    await calls.register(enquiryRoutes, { database, now });
    await calls.register(businessRoutes, { database, contentVersion });
    await calls.register(deskEnquiryRoutes, { database, now });
    await calls.register(deskPolicyRoutes, { database, now });
    await calls.register(deskBusinessRoutes, { database, now, business });
    await calls.register(deskPostRoutes, { database, now });
    await calls.register(deskEventRoutes, { database, now });
  });
  await app.register(async (uploads) => {
    await uploads.register(deadline, { ms: timeoutFactor * UPLOAD_DEADLINE_MS });
    await uploads.register(deskPictureRoutes, { database, now });
  });
  await app.register(async (pictures) => {
    await pictures.register(deadline, { ms: timeoutFactor * DEADLINE_MS });
    await pictures.register(pictureRoutes, { database });
  });
};
export default contentRoutes;
