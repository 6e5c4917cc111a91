import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { doneResponse } from '../../contract/account/account.ts';
import {
  blockOutResponse,
  blockOutsResponse,
  fillBlockOutRequest,
  makeBlockOutRequest,
  removeBlockOutRequest,
} from '../../contract/desk/blockOuts.ts';
import { deskPaths } from '../../contract/desk/paths.ts';
import { done } from '../platform/process/done.ts';
import { responseSchemas } from '../platform/http/responseSchemas.ts';
import { blockOutsAhead, fillBlockOut, makeBlockOut, removeBlockOut } from './blockOuts.ts';
import { staffChange } from '../audit/staffChange.ts';
import type { DeskDeps } from '../audit/deps.ts';

/** Block-outs: times of a room, or of all rooms, that cannot be booked. */
const blockOutRoutes: FastifyPluginAsyncZod<DeskDeps> = async (app, { database, now }) => {
  const config = { role: 'staff' } as const;

  app.get(
    deskPaths.blockOuts,
    { config, schema: { response: responseSchemas(200, blockOutsResponse) } },
    async () => ({ data: await blockOutsAhead(database, now()) }),
  );

  app.post(
    deskPaths.makeBlockOut,
    { config, schema: { body: makeBlockOutRequest, response: responseSchemas(200, blockOutResponse) } },
    async ({ body, staff }) => {
      const { id, conflicts } = await staffChange({ database, now, staff, role: 'staff' }, (tx) =>
        makeBlockOut(tx, body, staff, now()),
      );
      return { data: { id, in_the_way: [...conflicts] } };
    },
  );

  app.post(
    deskPaths.fillBlockOut,
    { config, schema: { body: fillBlockOutRequest, response: responseSchemas(200, blockOutResponse) } },
    async ({ body, staff }) => {
      const { id, conflicts } = await staffChange({ database, now, staff, role: 'staff' }, (tx) =>
        fillBlockOut(tx, body.id, now()),
      );
      return { data: { id, in_the_way: [...conflicts] } };
    },
  );

  app.post(
    deskPaths.removeBlockOut,
    { config, schema: { body: removeBlockOutRequest, response: responseSchemas(200, doneResponse) } },
    async ({ body, staff }) => {
      await staffChange({ database, now, staff, role: 'staff' }, (tx) =>
        removeBlockOut(tx, body.id, body.reason, now()),
      );
      return done;
    },
  );
};
export default blockOutRoutes;
