import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { doneResponse } from '../../../contract/account/account.ts';
import {
  moveFromBlockOutRequest,
  moveProposalsQuery,
  moveProposalsResponse,
} from '../../../contract/desk/blockOutMoves.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { DeskDeps } from '../../audit/deps.ts';
import { responseSchemas } from '../../platform/http/responseSchemas.ts';
import { done } from '../../platform/process/done.ts';
import { moveFromBlockOut, moveProposals } from './blockOutMoves.ts';

/** Bookings that are moved out of the way of a block-out. */
const blockOutMoveRoutes: FastifyPluginAsyncZod<DeskDeps> = async (app, { database, now }) => {
  const config = { role: 'staff' } as const;

  app.get(
    deskPaths.moveProposals,
    {
      config,
      schema: {
        operationId: 'moveProposals',
        tags: ['Desk'],
        summary: 'The bookings in the way of a block-out, each with a free place on its day',
        querystring: moveProposalsQuery,
        response: responseSchemas(200, moveProposalsResponse),
        errors: ['not-found'],
      },
    },
    async ({ query }) => ({ data: await moveProposals(database, query.id, now()) }),
  );

  app.post(
    deskPaths.moveFromBlockOut,
    {
      config,
      schema: {
        operationId: 'moveFromBlockOut',
        tags: ['Desk'],
        summary: 'Moves bookings out of the way of a block-out, and blocks what has become free',
        body: moveFromBlockOutRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['not-found', 'in-the-way'],
      },
    },
    async ({ body, staff }) => {
      await moveFromBlockOut({ database, now }, staff, body);
      return done;
    },
  );
};
export default blockOutMoveRoutes;
