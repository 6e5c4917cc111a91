import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  bookRequest,
  bookResponse,
  myBookingsQuery,
  myBookingsResponse,
} from '../../contract/bookings/booking.ts';
import { bookingDetailsQuery, bookingDetailsResponse } from '../../contract/bookings/bookingDetails.ts';
import { pastBookingsQuery, pastBookingsResponse } from '../../contract/bookings/pastBookings.ts';
import { paths } from '../../contract/paths.ts';
import {
  takenSlotsOfRoomsRequest,
  takenSlotsOfRoomsResponse,
  takenSlotsRequest,
  takenSlotsResponse,
} from '../../contract/rooms/rooms.ts';
import { responseSchemas } from '../platform/http/responseSchemas.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import { noSuchRoom } from '../platform/http/apiError.ts';
import { bookingDetails } from './bookingDetails.ts';
import { bookWithPoints } from '../checkout/bookWithPoints.ts';
import { pastBookings } from './pastBookings.ts';
import { myBookings } from './myBookings.ts';
import { takenSlotsOfRoom } from '../slots/takenSlotsOfRoom.ts';
import type { AvailabilityLoader } from '../slots/takenSlots.ts';
import { checkDate, requestedRange } from '../slots/requestedRange.ts';

interface BookingRouteDeps extends PaymentDeps {
  readonly availability: AvailabilityLoader;
}

/** Spec 7. */
const bookingRoutes: FastifyPluginAsyncZod<BookingRouteDeps> = async (app, { availability, ...deps }) => {
  const { database, now } = deps;

  app.post(
    paths.takenSlots,
    {
      schema: { body: takenSlotsRequest, response: responseSchemas(200, takenSlotsResponse) },
      onRequest: app.recogniseUser,
    },
    async ({ body: { date, id }, caller }) => {
      const clock = now();
      checkDate('date', date, clock);
      const taken = await availability({
        roomIds: [id],
        day: date,
        userId: caller?.id ?? null,
        now: clock,
      });
      const room = taken.get(id);
      if (!room) throw noSuchRoom('id');
      return { data: takenSlotsOfRoom(room) };
    },
  );

  app.post(
    paths.takenSlotsOfRooms,
    {
      schema: { body: takenSlotsOfRoomsRequest, response: responseSchemas(200, takenSlotsOfRoomsResponse) },
      onRequest: app.recogniseUser,
    },
    async ({ body: { date, ids }, caller }) => {
      const clock = now();
      checkDate('date', date, clock);
      const taken = await availability({
        roomIds: ids,
        day: date,
        userId: caller?.id ?? null,
        now: clock,
      });
      if (ids.some((id) => !taken.has(id))) throw noSuchRoom('ids');
      return {
        data: Object.fromEntries([...taken].map(([id, room]) => [id, takenSlotsOfRoom(room)])),
      };
    },
  );

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
