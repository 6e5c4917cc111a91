import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  cancelRequest,
  cancelResponse,
  cancelTermsQuery,
  cancelTermsResponse,
} from '../../contract/booking.ts';
import { paths } from '../../contract/paths.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import { responseSchemas } from '../responseSchemas.ts';
import { cancelBooking } from './cancelBooking.ts';
import { cancelTerms } from './cancelTerms.ts';

/** What a customer can change of a booking: cancelling it. */
const changeRoutes: FastifyPluginAsyncZod<PaymentDeps> = async (app, deps) => {
  const signedIn = { onRequest: app.requireUser };

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
};
export default changeRoutes;
