import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { paths } from '../../../contract/paths.ts';
import {
  joinWaitingListRequest,
  joinWaitingListResponse,
  leaveWaitingListRequest,
  leaveWaitingListResponse,
  waitingListLinkRequest,
  waitingListLinkResponse,
  waitingListResponse,
} from '../../../contract/bookings/waitingList.ts';
import { invalidLink } from '../../account/routes/linkRoutes.ts';
import { responseSchemas } from '../../platform/http/responseSchemas.ts';
import { entriesOf, entryById, entryOfToken } from '../waitingList/entries.ts';
import { joinWaitingList, type WaitingListDeps } from '../waitingList/join.ts';
import { leaveWaitingList } from '../waitingList/leave.ts';

/** Signed in, or by the link of an email. */
const waitingListRoutes: FastifyPluginAsyncZod<WaitingListDeps> = async (app, deps) => {
  const { database, now } = deps;
  const signedIn = { onRequest: app.requireSession };

  app.get(
    paths.waitingList,
    {
      ...signedIn,
      schema: {
        operationId: 'waitingList',
        tags: ['Bookings'],
        summary: 'The times that the user waits for',
        response: responseSchemas(200, waitingListResponse),
      },
    },
    async ({ user }) => ({ data: await entriesOf(database, user.id, now()) }),
  );

  app.post(
    paths.joinWaitingList,
    {
      ...signedIn,
      preHandler: app.limitUser('order'),
      schema: {
        operationId: 'joinWaitingList',
        tags: ['Bookings'],
        summary: 'Waits for times that are taken',
        body: joinWaitingListRequest,
        response: responseSchemas(200, joinWaitingListResponse),
        errors: [
          'still-free',
          'already-booked',
          'too-many-waits',
          'not-found',
          'blocked',
          'too-many-requests',
        ],
      },
    },
    async ({ body, user }) => ({ data: await joinWaitingList(deps, body, user.id) }),
  );

  app.post(
    paths.leaveWaitingList,
    {
      ...signedIn,
      schema: {
        operationId: 'leaveWaitingList',
        tags: ['Bookings'],
        summary: 'Stops waiting for these times',
        body: leaveWaitingListRequest,
        response: responseSchemas(200, leaveWaitingListResponse),
      },
    },
    async ({ body, user }) => {
      await leaveWaitingList(database, body.id, user.id);
      return { data: { left: true as const } };
    },
  );

  app.post(
    paths.readWaitingListLink,
    {
      preHandler: app.limitNetwork('reset'),
      schema: {
        operationId: 'readWaitingListLink',
        tags: ['Bookings'],
        summary: 'Returns the waiting list entry of the link in an email',
        body: waitingListLinkRequest,
        response: responseSchemas(200, waitingListLinkResponse),
        errors: ['link-over', 'too-many-requests'],
      },
    },
    async ({ body }) => {
      const found = await entryOfToken(database, body.token);
      const data = found && (await entryById(database, found.id, now()));
      if (!data) throw invalidLink();
      return { data };
    },
  );

  app.post(
    paths.leaveWaitingListByLink,
    {
      preHandler: app.limitNetwork('reset'),
      schema: {
        operationId: 'leaveWaitingListByLink',
        tags: ['Bookings'],
        summary: 'Leaves the waiting list by the link in an email',
        body: waitingListLinkRequest,
        response: responseSchemas(200, leaveWaitingListResponse),
        errors: ['link-over', 'too-many-requests'],
      },
    },
    async ({ body }) => {
      const found = await entryOfToken(database, body.token);
      if (!found) throw invalidLink();
      await leaveWaitingList(database, found.id, found.user_id);
      return { data: { left: true as const } };
    },
  );
};
export default waitingListRoutes;
