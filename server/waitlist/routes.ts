import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { paths } from '../../contract/paths.ts';
import {
  joinWaitlistRequest,
  joinWaitlistResponse,
  leaveWaitlistRequest,
  leaveWaitlistResponse,
  waitlistLinkRequest,
  waitlistLinkResponse,
  waitlistResponse,
} from '../../contract/bookings/waitlist.ts';
import { invalidLink } from '../accounts/linkRoutes.ts';
import { responseSchemas } from '../responseSchemas.ts';
import { entriesOf, entryById, entryOfToken } from './entries.ts';
import { joinWaitlist, type WaitlistDeps } from './join.ts';
import { leaveWaitlist } from './leave.ts';

/** The routes for joining, listing and leaving the waiting list, signed in or by the link of an email. */
const waitlistRoutes: FastifyPluginAsyncZod<WaitlistDeps> = async (app, deps) => {
  const { database, now } = deps;
  const signedIn = { onRequest: app.requireSession };

  app.get(
    paths.waitlist,
    { ...signedIn, schema: { response: responseSchemas(200, waitlistResponse) } },
    async ({ user }) => ({ data: await entriesOf(database, user.id, now()) }),
  );

  app.post(
    paths.joinWaitlist,
    {
      ...signedIn,
      preHandler: app.limitUser('order'),
      schema: { body: joinWaitlistRequest, response: responseSchemas(200, joinWaitlistResponse) },
    },
    async ({ body, user }) => ({ data: await joinWaitlist(deps, body, user.id) }),
  );

  app.post(
    paths.leaveWaitlist,
    {
      ...signedIn,
      schema: { body: leaveWaitlistRequest, response: responseSchemas(200, leaveWaitlistResponse) },
    },
    async ({ body, user }) => {
      await leaveWaitlist(database, body.id, user.id);
      return { data: { left: true as const } };
    },
  );

  app.post(
    paths.readWaitlistLink,
    {
      preHandler: app.limitNetwork('reset'),
      schema: { body: waitlistLinkRequest, response: responseSchemas(200, waitlistLinkResponse) },
    },
    async ({ body }) => {
      const found = await entryOfToken(database, body.token);
      const data = found && (await entryById(database, found.id, now()));
      if (!data) throw invalidLink();
      return { data };
    },
  );

  app.post(
    paths.leaveWaitlistByLink,
    {
      preHandler: app.limitNetwork('reset'),
      schema: { body: waitlistLinkRequest, response: responseSchemas(200, leaveWaitlistResponse) },
    },
    async ({ body }) => {
      const found = await entryOfToken(database, body.token);
      if (!found) throw invalidLink();
      await leaveWaitlist(database, found.id, found.user_id);
      return { data: { left: true as const } };
    },
  );
};
export default waitlistRoutes;
