import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { eventsQuery, eventsResponse } from '../../contract/events.ts';
import { paths } from '../../contract/paths.ts';
import { responseSchemas } from '../responseSchemas.ts';
import type { Database } from '../database/schema.ts';
import { pageNumbers } from '../pagination.ts';
import { countEvents, EVENTS_PER_PAGE, eventsOnPage } from './events.ts';

/** The list of events; the site does not show them yet (spec 3). */
const eventRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  app.get(
    paths.events,
    { schema: { querystring: eventsQuery, response: responseSchemas(200, eventsResponse) } },
    async ({ query: { category, page } }) => {
      const numbers = pageNumbers(await countEvents(database, category), EVENTS_PER_PAGE, page);
      return { results: await eventsOnPage(database, category, page), ...numbers };
    },
  );
};
export default eventRoutes;
