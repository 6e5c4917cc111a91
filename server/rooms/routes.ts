import type { PassThrough } from 'node:stream';
import type { FastifyPluginAsync } from 'fastify';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import type { Database } from '../platform/database/schema.ts';
import type { ReadContentVersion } from '../platform/http/contentVersion.ts';
import type { AvailabilityEvents } from '../slots/availabilityEvents.ts';
import type { DisplayedAvailability } from '../slots/displayedAvailability.ts';
import availabilityRoutes from './availabilityRoutes.ts';
import deskRoutes from './deskRoutes.ts';
import listRoutes from './listRoutes.ts';
import liveRoutes from './liveRoutes.ts';
import searchRoutes from './searchRoutes.ts';

interface RoomDeps {
  readonly database: Database;
  readonly now: () => EpochMs;
  readonly contentVersion: ReadContentVersion;
  readonly displayed: DisplayedAvailability;
  /** Without them there is no live view. */
  readonly availabilityEvents: AvailabilityEvents | undefined;
  /** The open live views. */
  readonly liveStreams: Set<PassThrough>;
}

const roomRoutes: FastifyPluginAsync<RoomDeps> = async (app, deps) => {
  const { database, now, displayed, availabilityEvents, liveStreams } = deps;
  await app.register(listRoutes, deps);
  await app.register(availabilityRoutes, { availability: displayed.load, now });
  await app.register(searchRoutes, { displayed, now });
  if (availabilityEvents) await app.register(liveRoutes, { availabilityEvents, streams: liveStreams, now });
  await app.register(deskRoutes, { database, now });
};
export default roomRoutes;
