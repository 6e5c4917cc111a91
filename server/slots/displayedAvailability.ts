import type { Reads } from '../platform/database/reads.ts';
import type { Database } from '../platform/database/schema.ts';
import type { AvailabilityEvents } from './availabilityEvents.ts';
import { availabilityLoader, type AvailabilityLoader, type AvailabilityQuery } from './takenSlots.ts';

/** With more changed rooms and days than this, the map is cleared and all count as changed. */
const MAX_TRACKED_CHANGES = 10_000;

/** `userId`: the user who sees the availability; null for a visitor. */
type DisplayQuery = Pick<AvailabilityQuery, 'day' | 'userId'> & {
  readonly roomIds: readonly number[] | 'all';
};

/** Reads availability for display only. Bookings never rely on it. */
export interface DisplayedAvailability {
  readonly load: AvailabilityLoader;
  /** Runs `work`, which reads the availability of `query`, on a database that is recent enough. */
  read<T>(query: DisplayQuery, work: (source: Database) => Promise<T>): Promise<T>;
}

/** By `performance.now()`: the last change of a query's rooms and day of which this process was notified. */
function latestChanges(events: AvailabilityEvents): (query: DisplayQuery) => number {
  let allChangedAt = performance.now();
  const changes = new Map<string, number>();
  events.onChange((change) => {
    if (change === null || changes.size > MAX_TRACKED_CHANGES) {
      allChangedAt = performance.now();
      changes.clear();
    }
    if (change === null) return;
    changes.set(change.day, performance.now());
    changes.set(`${change.roomId} ${change.day}`, performance.now());
  });
  return ({ day, roomIds }) => {
    const keys = roomIds === 'all' ? [day] : roomIds.map((id) => `${id} ${day}`);
    return Math.max(allChangedAt, ...keys.map((key) => changes.get(key) ?? -Infinity));
  };
}

/**
 * Availability for display. Visitors who are not signed in may see the state of a standby, if the standby has every change
 * that this process was notified of, because a live view reloads after such a notification. Signed-in users see the
 * primary's state, because they may have booked a moment ago, or been rejected because another user did.
 */
export function displayedAvailability(
  database: Database,
  primaryLoader: AvailabilityLoader,
  reads: Reads,
  events: AvailabilityEvents | undefined,
): DisplayedAvailability {
  const loaders = new Map<Database, AvailabilityLoader>([[database, primaryLoader]]);
  const loaderOf = (source: Database): AvailabilityLoader => {
    const loader = loaders.get(source) ?? availabilityLoader(source);
    loaders.set(source, loader);
    return loader;
  };
  const changedAt = events && latestChanges(events);
  const read: DisplayedAvailability['read'] = (query, work) =>
    query.userId !== null || changedAt === undefined ? work(database) : reads.read(work, changedAt(query));
  return { read, load: (query) => read(query, (source) => loaderOf(source)(query)) };
}
