import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { paths } from '../../contract/paths.ts';
import {
  roomWeekQuery,
  roomWeekResponse,
  takenSlotsOfRoomsRequest,
  takenSlotsOfRoomsResponse,
  takenSlotsRequest,
  takenSlotsResponse,
} from '../../contract/rooms/rooms.ts';
import { addDays, bookingWindow } from '../../domain/time/calendar.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import type { SignedInUser } from '../account/session/accessTokens.ts';
import { noSuchRoom } from '../platform/http/apiError.ts';
import { responseSchemas } from '../platform/http/responseSchemas.ts';
import { checkDate } from '../slots/requestedRange.ts';
import type { AvailabilityLoader } from '../slots/takenSlots.ts';
import { takenSlotsOfRoom } from '../slots/takenSlotsOfRoom.ts';

interface AvailabilityDeps {
  readonly availability: AvailabilityLoader;
  readonly now: () => EpochMs;
}

const DAYS = 7;

/** The taken slots of a room, of several rooms, and of a room on seven days (spec 7). The loader batches the seven queries. */
const availabilityRoutes: FastifyPluginAsyncZod<AvailabilityDeps> = async (app, { availability, now }) => {
  const takenOn = (day: string, roomIds: readonly number[], caller: SignedInUser | null, at: EpochMs) =>
    availability({ roomIds, day, userId: caller?.id ?? null, now: at });

  app.post(
    paths.takenSlots,
    {
      schema: {
        operationId: 'takenSlots',
        tags: ['Rooms'],
        summary: 'The slots of a room and date that the caller cannot book',
        body: takenSlotsRequest,
        response: responseSchemas(200, takenSlotsResponse),
        errors: ['not-found'],
      },
      onRequest: app.recogniseUser,
    },
    async ({ body: { date, id }, caller }) => {
      const clock = now();
      checkDate('date', date, clock);
      const taken = await takenOn(date, [id], caller, clock);
      const room = taken.get(id);
      if (!room) throw noSuchRoom('id');
      return { data: takenSlotsOfRoom(room) };
    },
  );

  app.post(
    paths.takenSlotsOfRooms,
    {
      schema: {
        operationId: 'takenSlotsOfRooms',
        tags: ['Rooms'],
        summary: 'The taken slots of several rooms at once',
        body: takenSlotsOfRoomsRequest,
        response: responseSchemas(200, takenSlotsOfRoomsResponse),
        errors: ['not-found'],
      },
      onRequest: app.recogniseUser,
    },
    async ({ body: { date, ids }, caller }) => {
      const clock = now();
      checkDate('date', date, clock);
      const taken = await takenOn(date, ids, caller, clock);
      if (ids.some((id) => !taken.has(id))) throw noSuchRoom('ids');
      return {
        data: Object.fromEntries([...taken].map(([id, room]) => [id, takenSlotsOfRoom(room)])),
      };
    },
  );

  app.get(
    paths.roomWeek,
    {
      schema: {
        operationId: 'roomWeek',
        tags: ['Rooms'],
        summary: 'The taken slots of a room on seven days',
        querystring: roomWeekQuery,
        response: responseSchemas(200, roomWeekResponse),
        errors: ['not-found'],
      },
      onRequest: app.recogniseUser,
    },
    async ({ query: { id, from }, caller }) => {
      const clock = now();
      checkDate('from', from, clock);
      const { last } = bookingWindow(clock);
      const dates = Array.from({ length: DAYS }, (_, day) => addDays(from, day)).filter(
        (date) => date <= last,
      );
      const days = await Promise.all(
        dates.map(async (date) => {
          const taken = await takenOn(date, [id], caller, clock);
          const room = taken.get(id);
          if (!room) throw noSuchRoom('id');
          return { date, ...takenSlotsOfRoom(room) };
        }),
      );
      return { data: { days } };
    },
  );
};
export default availabilityRoutes;
