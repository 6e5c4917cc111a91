import { PassThrough } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { paths } from '../../contract/paths.ts';
import { liveSlotsQuery } from '../../contract/rooms.ts';
import { ApiError } from '../apiError.ts';
import type { AvailabilityEvents } from './availabilityEvents.ts';
import { checkDate } from './requestedRange.ts';

/** Proxies close idle connections, and clients close a connection without data for a minute (machines/live.ts). */
const HEARTBEAT_MS = 25_000;
/** The heartbeat is an event and not a comment, because browsers do not pass comments to the page. */
const HEARTBEAT = 'event: heartbeat\ndata:\n\n';
/** Several tabs of one visitor and several visitors in one office share an address. */
const STREAMS_PER_ADDRESS = 50;

interface LiveDeps {
  readonly availabilityEvents: AvailabilityEvents;
  /** The open streams, which this plugin adds and removes. */
  readonly streams: Set<PassThrough>;
  /** The server's clock, milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * GET live: a stream of server-sent events. An event contains a room's id when slots of that room and day change, and no
 * data when slots of any room may have changed. Clients then call una-slot, because the taken slots depend on the caller
 * (ruling 7). Throws 400 for a date outside the booking window and 429 for too many streams to one address.
 */
const liveRoutes: FastifyPluginAsyncZod<LiveDeps> = async (app, { availabilityEvents, streams, now }) => {
  const byAddress = new Map<string, number>();
  // Streams do not end without this, and a shutdown waits for open responses.
  app.addHook('preClose', async () => streams.forEach((stream) => stream.end()));

  app.get(paths.liveSlots, { schema: { querystring: liveSlotsQuery } }, async (request, reply) => {
    const { date } = request.query;
    checkDate('date', date, now());
    const open = byAddress.get(request.ip) ?? 0;
    if (open >= STREAMS_PER_ADDRESS) throw new ApiError('too-many-requests', 'Too many live views are open');
    byAddress.set(request.ip, open + 1);

    const stream = new PassThrough();
    streams.add(stream);
    const unsubscribe = availabilityEvents.subscribe(
      date,
      (roomId) => void stream.write(`data: ${roomId ?? ''}\n\n`),
    );
    const heartbeat = setInterval(() => void stream.write(HEARTBEAT), HEARTBEAT_MS);
    stream.once('close', () => {
      unsubscribe();
      clearInterval(heartbeat);
      streams.delete(stream);
      const remaining = (byAddress.get(request.ip) ?? 1) - 1;
      if (remaining > 0) byAddress.set(request.ip, remaining);
      else byAddress.delete(request.ip);
    });
    request.raw.once('close', () => stream.destroy());
    stream.write(HEARTBEAT);
    return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(stream);
  });
};
export default liveRoutes;
