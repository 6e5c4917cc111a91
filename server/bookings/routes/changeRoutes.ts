import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  cancelRequest,
  cancelResponse,
  cancelTermsQuery,
  cancelTermsResponse,
  moveRequest,
  moveResponse,
  moveTermsQuery,
  moveTermsResponse,
} from '../../../contract/bookings/booking.ts';
import { paths } from '../../../contract/paths.ts';
import { requesterOf, type HoldDeps } from '../../checkout/unpaidLimit.ts';
import { responseSchemas } from '../../platform/http/responseSchemas.ts';
import { cancelBooking } from '../cancelBooking.ts';
import { cancelTerms } from '../cancelTerms.ts';
import { moveBooking } from '../moveBooking.ts';
import { moveTerms } from '../moveTerms.ts';

const changeRoutes: FastifyPluginAsyncZod<HoldDeps> = async (app, deps) => {
  const signedIn = { onRequest: app.requireSession };

  app.get(
    paths.cancelTerms,
    {
      ...signedIn,
      schema: { querystring: cancelTermsQuery, response: responseSchemas(200, cancelTermsResponse) },
    },
    async ({ query, user }) => ({
      data: await cancelTerms(deps.database, query.booking_id, user.id, deps.now()),
    }),
  );

  app.post(
    paths.cancel,
    { ...signedIn, schema: { body: cancelRequest, response: responseSchemas(200, cancelResponse) } },
    async ({ body, user }) => ({ data: await cancelBooking(deps, body, user.id) }),
  );

  app.get(
    paths.moveTerms,
    {
      ...signedIn,
      schema: { querystring: moveTermsQuery, response: responseSchemas(200, moveTermsResponse) },
    },
    async ({ query, user }) => ({
      data: await moveTerms(deps.database, query, user.id, deps.now()),
    }),
  );

  app.post(
    paths.move,
    {
      ...signedIn,
      preHandler: app.limitUser('order'),
      schema: { body: moveRequest, response: responseSchemas(200, moveResponse) },
    },
    async (request) => ({
      data: await moveBooking({ ...deps, log: request.log }, request.body, requesterOf(request)),
    }),
  );
};
export default changeRoutes;
