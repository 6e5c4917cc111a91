import { createHash } from 'node:crypto';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  calendarFeedParams,
  calendarFeedResponse,
  calendarQuery,
  newCalendarFeedResponse,
} from '../../../contract/bookings/calendar.ts';
import { paths } from '../../../contract/paths.ts';
import { bookingReference } from '../../../domain/bookings/bookingReference.ts';
import { brand } from '../../../domain/content/brand.ts';
import type { Business } from '../../../domain/content/business.ts';
import { bookingCodes } from '../../../domain/bookings/bookingStates.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { currentBusiness } from '../../content/business/business.ts';
import { ApiError } from '../../platform/http/apiError.ts';
import { customerBooking } from '../customerBookings.ts';
import type { Database } from '../../platform/database/schema.ts';
import { responseSchemas } from '../../platform/http/responseSchemas.ts';
import { bookingEvent } from '../calendar/bookingEvent.ts';
import { entryIdentities, entryIdentity, type EntryIdentity } from '../../calendar/entries.ts';
import { feedBookings } from '../calendar/feedBookings.ts';
import { createFeed, feedCreatedAt, revokeFeed } from '../../calendar/feeds.ts';
import { iCalendar } from '../../calendar/ical.ts';

interface CalendarDeps {
  readonly database: Database;
  readonly now: () => EpochMs;
  /** Of the environment. */
  readonly business: Business;
  readonly origin: () => string;
}

const MEDIA_TYPE = 'text/calendar; charset=utf-8';
const calendarText = responseSchemas(200, z.custom<string>());

/** One booking as a file, or all as a feed to subscribe to. */
const calendarRoutes: FastifyPluginAsyncZod<CalendarDeps> = async (app, deps) => {
  const { database, now, origin } = deps;
  const currentSender = async () => ({
    origin: origin(),
    business: await currentBusiness(database, deps.business),
  });

  app.get(
    paths.calendar,
    {
      schema: {
        operationId: 'calendarFile',
        tags: ['Calendar'],
        summary: 'A booking as an iCalendar file',
        produces: ['text/calendar'],
        querystring: calendarQuery,
        response: calendarText,
        errors: ['not-found'],
      },
      onRequest: app.requireSession,
    },
    async ({ query, user }, reply) => {
      const booking = await customerBooking(database, query.booking_id);
      const wasBooked = booking?.status === 'confirmed' || booking?.status === bookingCodes.cancelled;
      if (!wasBooked || booking.user_id !== user.id) {
        throw new ApiError('not-found', 'There is no such booking');
      }
      const identity = await entryIdentity(database, booking.id, origin());
      const event = bookingEvent(booking, identity, await currentSender(), now());
      return reply
        .type(MEDIA_TYPE)
        .header('content-disposition', `attachment; filename="${bookingReference(booking.id)}.ics"`)
        .send(iCalendar({ method: 'PUBLISH', events: [event] }));
    },
  );

  app.get(
    paths.calendarFeed,
    {
      schema: {
        operationId: 'calendarFeed',
        tags: ['Calendar'],
        summary: 'Whether the user has a calendar feed',
        response: responseSchemas(200, calendarFeedResponse),
      },
      onRequest: app.requireSession,
    },
    async ({ user }) => {
      const since = await feedCreatedAt(database, user.id);
      return { data: { active: since !== null, since: since?.toISOString() ?? null } };
    },
  );

  app.post(
    paths.calendarFeed,
    {
      schema: {
        operationId: 'createCalendarFeed',
        tags: ['Calendar'],
        summary: 'Creates a feed with a secret address and ends the previous one',
        response: responseSchemas(200, newCalendarFeedResponse),
      },
      onRequest: app.requireSession,
    },
    async ({ user }) => {
      const at = now();
      const secret = await createFeed(database, user.id, at);
      return { data: { path: paths.calendarFeedFile(secret), since: new Date(at).toISOString() } };
    },
  );

  app.post(
    paths.revokeCalendarFeed,
    {
      schema: {
        operationId: 'revokeCalendarFeed',
        tags: ['Calendar'],
        summary: 'Ends the feed',
        response: responseSchemas(200, calendarFeedResponse),
      },
      onRequest: app.requireSession,
    },
    async ({ user }) => {
      await revokeFeed(database, user.id);
      return { data: { active: false, since: null } };
    },
  );

  // Calendar programs send no access token. The secret in the path grants access.
  app.get(
    paths.calendarFeedFile(':secret'),
    {
      schema: {
        operationId: 'calendarFeedFile',
        tags: ['Calendar'],
        summary: 'The bookings of the user whose feed has this secret, for calendar programs',
        produces: ['text/calendar'],
        params: calendarFeedParams,
        response: calendarText,
        errors: ['not-found'],
      },
    },
    async ({ params, headers }, reply) => {
      const bookings = await feedBookings(database, params.secret, now());
      if (!bookings) throw new ApiError('not-found', 'There is no such calendar');
      const ids = bookings.map(({ id }) => id);
      const identities = await entryIdentities(database, ids, origin());
      const sender = await currentSender();
      const renderFeed = (instant: number): string =>
        iCalendar({
          method: 'PUBLISH',
          name: brand.name,
          events: bookings.map((booking) =>
            bookingEvent(booking, identities.get(booking.id) as EntryIdentity, sender, instant),
          ),
        });
      // The tag is computed for a fixed DTSTAMP, so that only a changed booking changes it. It is weak because the bytes differ.
      const tag = `W/"${createHash('sha256').update(renderFeed(0)).digest('base64url')}"`;
      void reply.header('cache-control', 'private, no-cache').header('etag', tag);
      if (headers['if-none-match'] === tag) return reply.code(304 as 200).send('');
      return reply.type(MEDIA_TYPE).send(renderFeed(now()));
    },
  );
};
export default calendarRoutes;
