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
import { slotErrors } from '../../checkout/slotErrors.ts';
import { responseSchemas } from '../../platform/http/responseSchemas.ts';
import { cancelBooking } from '../cancelBooking.ts';
import { cancelTerms } from '../cancelTerms.ts';
import { moveBooking } from '../moveBooking.ts';
import { moveTerms } from '../moveTerms.ts';

const bookingErrors = ['already-begun', 'called-off', 'not-paid', 'not-booked', 'not-found'] as const;

const changeRoutes: FastifyPluginAsyncZod<HoldDeps> = async (app, deps) => {
  const signedIn = { onRequest: app.requireSession };

  app.get(
    paths.cancelTerms,
    {
      ...signedIn,
      schema: {
        operationId: 'cancelTerms',
        tags: ['Bookings'],
        summary: 'What cancelling a booking returns now',
        querystring: cancelTermsQuery,
        response: responseSchemas(200, cancelTermsResponse),
        errors: bookingErrors,
      },
    },
    async ({ query, user }) => ({
      data: await cancelTerms(deps.database, query.booking_id, user.id, deps.now()),
    }),
  );

  app.post(
    paths.cancel,
    {
      ...signedIn,
      schema: {
        operationId: 'cancelBooking',
        tags: ['Bookings'],
        summary: 'Cancels a booking on the terms that the user saw',
        body: cancelRequest,
        response: responseSchemas(200, cancelResponse),
        errors: [...bookingErrors, 'terms-changed'],
      },
    },
    async ({ body, user }) => ({ data: await cancelBooking(deps, body, user.id) }),
  );

  app.get(
    paths.moveTerms,
    {
      ...signedIn,
      schema: {
        operationId: 'moveTerms',
        tags: ['Bookings'],
        summary: 'What moving a booking to other times or another room costs now',
        querystring: moveTermsQuery,
        response: responseSchemas(200, moveTermsResponse),
        errors: [...bookingErrors, ...slotErrors, 'too-late-to-move', 'same-times'],
      },
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
      schema: {
        operationId: 'moveBooking',
        tags: ['Bookings'],
        summary: 'Moves a booking, or opens the payment of the difference',
        body: moveRequest,
        response: responseSchemas(200, moveResponse),
        errors: [
          ...bookingErrors,
          ...slotErrors,
          'not-on-account',
          'too-late-to-move',
          'same-times',
          'terms-changed',
          'not-a-member',
          'not-enough-points',
          'too-many-holds',
          'unpaid-limit',
          'hold-over',
          'too-many-requests',
        ],
      },
    },
    async (request) => ({
      data: await moveBooking({ ...deps, log: request.log }, request.body, requesterOf(request)),
    }),
  );
};
export default changeRoutes;
