import { PassThrough } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { paths } from '../../contract/paths.ts';
import { liveSlotsQuery } from '../../contract/rooms/rooms.ts';
import { ApiError } from '../platform/http/apiError.ts';
import { networksOf } from '../platform/http/networkOf.ts';
import type { AvailabilityEvents } from '../slots/availabilityEvents.ts';
import { checkDate } from '../slots/requestedRange.ts';

/** Proxies close idle connections, and clients close a connection without data for a minute (machines/rooms/live/live.ts). */
const HEARTBEAT_MS = 25_000;
/** The heartbeat is an event and not a comment, because browsers do not pass comments to the page. */
const HEARTBEAT = 'event: heartbeat\ndata:\n\n';
/** Several tabs of one visitor and several visitors in one office share a network. */
const STREAMS_PER_NETWORK = 50;

interface LiveDeps {
  readonly availabilityEvents: AvailabilityEvents;
  /** This plugin adds and removes them. */
  readonly streams: Set<PassThrough>;
  readonly now: () => EpochMs;
}

/**
 * GET live: a stream of server-sent events. An event contains a room's id when slots of that room and one of the days change, and
 * no data when slots of any room may have changed. Clients then call una-slot, because the taken slots depend on the caller
 * (ruling 7). Throws 400 for a date outside the booking window and 429 for too many streams to one network.
 */
const liveRoutes: FastifyPluginAsyncZod<LiveDeps> = async (app, { availabilityEvents, streams, now }) => {
  const byNetwork = new Map<string, number>();
  // Streams do not end without this, and a shutdown waits for open responses.
  app.addHook('preClose', async () => streams.forEach((stream) => stream.end()));

  app.get(
    paths.liveSlots,
    {
      schema: {
        operationId: 'liveSlots',
        tags: ['Rooms'],
        summary: 'Server-sent events: a room whose availability on a date has changed',
        produces: ['text/event-stream'],
        querystring: liveSlotsQuery,
        errors: ['too-many-requests'],
      },
    },
    async (request, reply) => {
      const dates = new Set(request.query.date);
      for (const date of dates) checkDate('date', date, now());
      const networks = networksOf(request.ip);
      const isFull = networks.some(
        ({ network, share }) => (byNetwork.get(network) ?? 0) >= STREAMS_PER_NETWORK * share,
      );
      if (isFull) throw new ApiError('too-many-requests', 'Too many live views are open');
      for (const { network } of networks) byNetwork.set(network, (byNetwork.get(network) ?? 0) + 1);

      const stream = new PassThrough();
      streams.add(stream);
      const subscriptions = [...dates].map((date) =>
        availabilityEvents.subscribe(date, (roomId) => void stream.write(`data: ${roomId ?? ''}\n\n`)),
      );
      const heartbeat = setInterval(() => void stream.write(HEARTBEAT), HEARTBEAT_MS);
      stream.once('close', () => {
        for (const unsubscribe of subscriptions) unsubscribe();
        clearInterval(heartbeat);
        streams.delete(stream);
        for (const { network } of networks) {
          const remaining = (byNetwork.get(network) ?? 1) - 1;
          if (remaining > 0) byNetwork.set(network, remaining);
          else byNetwork.delete(network);
        }
      });
      request.raw.once('close', () => stream.destroy());
      stream.write(HEARTBEAT);
      return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(stream);
    },
  );
};
export default liveRoutes;
