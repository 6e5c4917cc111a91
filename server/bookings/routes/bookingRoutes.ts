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
import { slotErrors } from '../../checkout/slotErrors.ts';
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
      schema: {
        operationId: 'bookWithPoints',
        tags: ['Bookings'],
        summary: 'Books a room with points',
        body: bookRequest,
        response: responseSchemas(200, bookResponse),
        errors: [...slotErrors, 'foreign-user', 'not-a-member', 'not-enough-points'],
      },
      onRequest: app.requireToken,
    },
    async ({ body, user }) => ({
      data: { booking_id: await bookWithPoints(deps, requestedRange(body, user.id, now()), user) },
    }),
  );

  app.get(
    paths.bookingDetails,
    {
      schema: {
        operationId: 'bookingDetails',
        tags: ['Bookings'],
        summary: "One of the user's bookings, with all details",
        querystring: bookingDetailsQuery,
        response: responseSchemas(200, bookingDetailsResponse),
        errors: ['not-found'],
      },
      onRequest: app.requireSession,
    },
    async ({ user, query }) => ({
      data: await bookingDetails(database, user.id, query.booking_id, now()),
    }),
  );

  app.get(
    paths.myBookings,
    {
      schema: {
        operationId: 'myBookings',
        tags: ['Bookings'],
        summary: "The user's bookings, by page",
        querystring: myBookingsQuery,
        response: responseSchemas(200, myBookingsResponse),
      },
      onRequest: app.requireSession,
    },
    ({ user, query }) => myBookings(database, user.id, query, now()),
  );

  app.get(
    paths.pastBookings,
    {
      schema: {
        operationId: 'pastBookings',
        tags: ['Tax documents'],
        summary: 'The past and cancelled bookings of a month, and the invoices and credit notes issued in it',
        querystring: pastBookingsQuery,
        response: responseSchemas(200, pastBookingsResponse),
      },
      onRequest: app.requireSession,
    },
    async ({ user, query }) => ({ data: await pastBookings(database, user.id, query.month, now()) }),
  );
};
export default bookingRoutes;
