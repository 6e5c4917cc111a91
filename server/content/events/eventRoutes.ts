import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { eventsQuery, eventsResponse } from '../../../contract/content/events.ts';
import { paths } from '../../../contract/paths.ts';
import { responseSchemas } from '../../platform/http/responseSchemas.ts';
import type { Reads } from '../../platform/database/reads.ts';
import { pageNumbers } from '../../platform/http/pagination.ts';
import { countEvents, EVENTS_PER_PAGE, eventsOnPage } from './events.ts';

/** The site does not show them yet (spec 3). */
const eventRoutes: FastifyPluginAsyncZod<{ reads: Reads }> = async (app, { reads }) => {
  app.get(
    paths.events,
    {
      schema: {
        operationId: 'events',
        tags: ['Site'],
        summary: 'A page of the events',
        querystring: eventsQuery,
        response: responseSchemas(200, eventsResponse),
        errors: ['not-found'],
      },
    },
    ({ query: { category, page } }) =>
      reads.read(async (source) => {
        const numbers = pageNumbers(await countEvents(source, category), EVENTS_PER_PAGE, page);
        return { results: await eventsOnPage(source, category, page), ...numbers };
      }),
  );
};
export default eventRoutes;
