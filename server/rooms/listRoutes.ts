import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { paths } from '../../contract/paths.ts';
import { roomsQuery, roomsResponse } from '../../contract/rooms/rooms.ts';
import { responseSchemas } from '../platform/http/responseSchemas.ts';
import type { Database } from '../platform/database/schema.ts';
import { dateAt } from '../../domain/time/calendar.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import type { ReadContentVersion } from '../platform/http/contentVersion.ts';
import { roomResponse, roomsInCity } from './rooms.ts';
import { etag } from '../platform/http/etag.ts';

interface ListDeps {
  readonly database: Database;
  readonly now: () => EpochMs;
  readonly contentVersion: ReadContentVersion;
}

/** Spec 7. */
const listRoutes: FastifyPluginAsyncZod<ListDeps> = async (app, { database, now, contentVersion }) => {
  app.get(
    paths.rooms,
    {
      schema: {
        operationId: 'rooms',
        tags: ['Rooms'],
        summary: 'The meeting rooms of a city',
        querystring: roomsQuery,
        response: responseSchemas(200, roomsResponse),
      },
      ...etag(async () => (await contentVersion()).rooms),
    },
    async ({ query }) => ({
      data: (await roomsInCity(database, query.city, dateAt(now()))).map(roomResponse),
    }),
  );
};
export default listRoutes;
