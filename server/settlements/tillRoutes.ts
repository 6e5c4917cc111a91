import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { doneResponse } from '../../contract/account/account.ts';
import { deskPaths } from '../../contract/desk/paths.ts';
import { closeTillRequest, tillsResponse } from '../../contract/desk/money/till.ts';
import type { DeskDeps } from '../audit/deps.ts';
import { staffChange } from '../audit/staffChange.ts';
import { responseSchemas } from '../platform/http/responseSchemas.ts';
import { done } from '../platform/process/done.ts';
import { closeTill, latestCloses, loadTills } from './till.ts';

/** The close of the day: each clerk's cash and UPI, counted and signed off. */
const tillRoutes: FastifyPluginAsyncZod<DeskDeps> = async (app, { database, now }) => {
  const config = { role: 'staff' } as const;

  app.get(
    deskPaths.tills,
    {
      config,
      schema: {
        operationId: 'tills',
        tags: ['Desk'],
        summary: 'What clerks have taken since their last count, and the latest counts',
        response: responseSchemas(200, tillsResponse),
      },
    },
    async ({ staff }) => ({
      data: { tills: await loadTills(database, staff), closes: await latestCloses(database, staff) },
    }),
  );

  app.post(
    deskPaths.closeTill,
    {
      config,
      schema: {
        operationId: 'closeTill',
        tags: ['Desk'],
        summary: 'Signs off the count of a clerk’s cash and UPI',
        body: closeTillRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['not-found', 'changed-meanwhile'],
      },
    },
    async ({ body, staff }) => {
      // The role of a manager must still be there when the till is somebody else's.
      const role = body.clerk_id === staff.id ? config.role : 'manager';
      await staffChange({ database, now, staff, role }, (tx) => closeTill(tx, body, { staff, now: now() }));
      return done;
    },
  );
};
export default tillRoutes;
