import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { paths } from '../../contract/paths.ts';
import { roomsQuery, roomsResponse } from '../../contract/rooms.ts';
import { responseSchemas } from '../responseSchemas.ts';
import type { Database } from '../database/schema.ts';
import { roomAnswer, roomsIn } from './rooms.ts';
import { etag } from '../plugins/etag.ts';

/** The meeting rooms of a city (spec 7). */
const roomRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  app.get(
    paths.rooms,
    { schema: { querystring: roomsQuery, response: responseSchemas(200, roomsResponse) }, ...etag() },
    async ({ query }) => ({ data: (await roomsIn(database, query.city)).map(roomAnswer) }),
  );
};
export default roomRoutes;
