import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  comingEventsResponse,
  event,
  eventParams,
  eventsQuery,
  eventsResponse,
} from '../../../contract/content/events.ts';
import { paths } from '../../../contract/paths.ts';
import { dateAt } from '../../../domain/time/calendar.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { responseSchemas } from '../../platform/http/responseSchemas.ts';
import type { Reads } from '../../platform/database/reads.ts';
import { pageNumbers } from '../../platform/http/pagination.ts';
import { ApiError } from '../../platform/http/apiError.ts';
import type { ReadContentVersion } from '../../platform/http/contentVersion.ts';
import { etag } from '../../platform/http/etag.ts';
import type { Database } from '../../platform/database/schema.ts';
import { comingEvent, comingEvents, countEvents, EVENTS_PER_PAGE, eventsOnPage } from './events.ts';

interface EventDeps {
  readonly reads: Reads;
  readonly database: Database;
  readonly now: () => EpochMs;
  readonly contentVersion: ReadContentVersion;
}

/** The specified list of all events (spec 7), and the coming ones, which the site shows. */
const eventRoutes: FastifyPluginAsyncZod<EventDeps> = async (
  app,
  { reads, database, now, contentVersion },
) => {
  const version = async () => (await contentVersion()).events;

  app.get(
    paths.comingEvents,
    {
      schema: {
        operationId: 'comingEvents',
        tags: ['Site'],
        summary: 'The events whose day is not over, the next one first',
        response: responseSchemas(200, comingEventsResponse),
      },
      ...etag(version),
    },
    async () => ({ data: await comingEvents(database, dateAt(now())) }),
  );

  app.get(
    paths.event(':id'),
    {
      schema: {
        operationId: 'event',
        tags: ['Site'],
        summary: 'One of the coming events',
        params: eventParams,
        response: responseSchemas(200, event),
        errors: ['not-found'],
      },
      ...etag(version),
    },
    async ({ params }) => {
      const found = await comingEvent(database, params.id, dateAt(now()));
      if (!found) throw new ApiError('not-found', 'There is no such event');
      return found;
    },
  );

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
