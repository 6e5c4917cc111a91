import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { bookRequest, bookResponse, myBookingsQuery, myBookingsResponse } from '../../contract/booking.ts';
import { paths } from '../../contract/paths.ts';
import {
  takenSlotsOfRoomsRequest,
  takenSlotsOfRoomsResponse,
  takenSlotsRequest,
  takenSlotsResponse,
} from '../../contract/rooms.ts';
import { slotTime } from '../../domain/slots.ts';
import { answers } from '../answers.ts';
import type { PaymentParts } from '../payments/parts.ts';
import { Refusal } from '../refusal.ts';
import { bookWithPoints } from './bookWithPoints.ts';
import { myBookings } from './myBookings.ts';
import type { AvailabilityLoader } from './takenSlots.ts';
import { checkDate, wantedStretch } from './wantedStretch.ts';

interface BookingRouteDeps extends PaymentParts {
  readonly availability: AvailabilityLoader;
}

/** Availability, booking with points and the user's own bookings (spec 7). */
const bookingRoutes: FastifyPluginAsyncZod<BookingRouteDeps> = async (app, { availability, ...parts }) => {
  const { database, now } = parts;
  const noSuchRoom = (field: string) =>
    new Refusal('not-found', 'There is no such room', { fields: { [field]: 'must be a room' } });

  app.post(
    paths.takenSlots,
    {
      schema: { body: takenSlotsRequest, response: answers(200, takenSlotsResponse) },
      onRequest: app.recogniseUser,
    },
    async ({ body: { date, id }, asker }) => {
      const clock = now();
      checkDate('date', date, clock);
      const taken = await availability({
        roomIds: [id],
        day: date,
        userId: asker?.id ?? null,
        now: clock,
      });
      const slots = taken.get(id);
      if (!slots) throw noSuchRoom('id');
      return { data: { time: slots.map(slotTime) } };
    },
  );

  app.post(
    paths.takenSlotsOfRooms,
    {
      schema: { body: takenSlotsOfRoomsRequest, response: answers(200, takenSlotsOfRoomsResponse) },
      onRequest: app.recogniseUser,
    },
    async ({ body: { date, ids }, asker }) => {
      const clock = now();
      checkDate('date', date, clock);
      const taken = await availability({
        roomIds: ids,
        day: date,
        userId: asker?.id ?? null,
        now: clock,
      });
      if (ids.some((id) => !taken.has(id))) throw noSuchRoom('ids');
      return {
        data: Object.fromEntries([...taken].map(([id, slots]) => [id, { time: slots.map(slotTime) }])),
      };
    },
  );

  app.post(
    paths.book,
    { schema: { body: bookRequest, response: answers(200, bookResponse) }, onRequest: app.requireUser },
    async ({ body, user }) => ({
      data: { booking_id: await bookWithPoints(parts, wantedStretch(body, user.id, now())) },
    }),
  );

  app.get(
    paths.myBookings,
    {
      schema: { querystring: myBookingsQuery, response: answers(200, myBookingsResponse) },
      onRequest: app.requireUser,
    },
    ({ user, query }) => myBookings(database, user.id, query, now()),
  );
};
export default bookingRoutes;
