import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  bookRequest,
  bookResponse,
  myBookingsQuery,
  myBookingsResponse,
} from '../../../contract/bookings/booking.ts';
import { bookingDetailsQuery, bookingDetailsResponse } from '../../../contract/bookings/bookingDetails.ts';
import { pastBookingsQuery, pastBookingsResponse } from '../../../contract/bookings/pastBookings.ts';
import { paths } from '../../../contract/paths.ts';
import { responseSchemas } from '../../platform/http/responseSchemas.ts';
import type { PaymentDeps } from '../../payments/deps.ts';
import { bookingDetails } from '../bookingDetails.ts';
import { bookWithPoints } from '../../checkout/bookWithPoints.ts';
import { pastBookings } from '../pastBookings.ts';
import { myBookings } from '../myBookings.ts';
import { requestedRange } from '../../slots/requestedRange.ts';

/** Spec 7. */
const bookingRoutes: FastifyPluginAsyncZod<PaymentDeps> = async (app, deps) => {
  const { database, now } = deps;

  app.post(
    paths.book,
    {
      schema: { body: bookRequest, response: responseSchemas(200, bookResponse) },
      onRequest: app.requireToken,
    },
    async ({ body, user }) => ({
      data: { booking_id: await bookWithPoints(deps, requestedRange(body, user.id, now()), user) },
    }),
  );

  app.get(
    paths.bookingDetails,
    {
      schema: { querystring: bookingDetailsQuery, response: responseSchemas(200, bookingDetailsResponse) },
      onRequest: app.requireSession,
    },
    async ({ user, query }) => ({
      data: await bookingDetails(database, user.id, query.booking_id, now()),
    }),
  );

  app.get(
    paths.myBookings,
    {
      schema: { querystring: myBookingsQuery, response: responseSchemas(200, myBookingsResponse) },
      onRequest: app.requireSession,
    },
    ({ user, query }) => myBookings(database, user.id, query, now()),
  );

  app.get(
    paths.pastBookings,
    {
      schema: { querystring: pastBookingsQuery, response: responseSchemas(200, pastBookingsResponse) },
      onRequest: app.requireSession,
    },
    async ({ user, query }) => ({ data: await pastBookings(database, user.id, query.month, now()) }),
  );
};
export default bookingRoutes;
