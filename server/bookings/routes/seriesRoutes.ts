import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { createPaymentResponse } from '../../../contract/bookings/booking.ts';
import { paths } from '../../../contract/paths.ts';
import {
  bookSeriesRequest,
  bookSeriesResponse,
  createSeriesPaymentRequest,
  seriesQuery,
  seriesResponse,
} from '../../../contract/bookings/series.ts';
import { requesterOf, type HoldDeps } from '../../checkout/unpaidLimit.ts';
import { slotErrors } from '../../checkout/slotErrors.ts';
import { responseSchemas } from '../../platform/http/responseSchemas.ts';
import { bookSeries } from '../series/bookSeries.ts';
import { createSeriesPayment } from '../series/createSeriesPayment.ts';
import { seriesAvailability } from '../series/seriesAvailability.ts';

const seriesRoutes: FastifyPluginAsyncZod<HoldDeps> = async (app, deps) => {
  const signedIn = { onRequest: app.requireSession, preHandler: app.limitUser('order') };
  /** With the request's log. */
  const depsFor = ({ log }: FastifyRequest): HoldDeps => ({ ...deps, log });

  app.get(
    paths.series,
    {
      schema: {
        operationId: 'seriesAtAGlance',
        tags: ['Bookings'],
        summary: 'Which dates of a weekly or fortnightly series are free, and alternatives for the others',
        querystring: seriesQuery,
        response: responseSchemas(200, seriesResponse),
        errors: ['not-found', 'too-many-requests'],
      },
      onRequest: app.recogniseUser,
      // A preview reads up to a dozen days and searches alternatives to each.
      preHandler: app.limitNetwork('series'),
    },
    async ({ query, caller }) => ({
      data: await seriesAvailability(deps.database, query, caller?.id ?? null, deps.now()),
    }),
  );

  app.post(
    paths.bookSeries,
    {
      ...signedIn,
      schema: {
        operationId: 'bookSeries',
        tags: ['Bookings'],
        summary: 'Books all dates of a series with points, or none',
        body: bookSeriesRequest,
        response: responseSchemas(200, bookSeriesResponse),
        errors: [
          ...slotErrors,
          'foreign-user',
          'email-unconfirmed',
          'not-a-member',
          'not-enough-points',
          'hold-over',
          'called-off',
          'too-many-requests',
        ],
      },
    },
    async (request) => ({
      data: { booking_ids: await bookSeries(depsFor(request), request.body, request.user.id) },
    }),
  );

  app.post(
    paths.createSeriesPayment,
    {
      ...signedIn,
      schema: {
        operationId: 'createSeriesPayment',
        tags: ['Payments'],
        summary: 'Holds all dates of a series, or none, and opens one order for their price',
        body: createSeriesPaymentRequest,
        response: responseSchemas(200, createPaymentResponse),
        errors: [
          ...slotErrors,
          'foreign-user',
          'email-unconfirmed',
          'price-changed',
          'too-many-holds',
          'unpaid-limit',
          'hold-over',
          'called-off',
          'too-many-requests',
        ],
      },
    },
    (request) => createSeriesPayment(depsFor(request), request.body, requesterOf(request)),
  );
};
export default seriesRoutes;
