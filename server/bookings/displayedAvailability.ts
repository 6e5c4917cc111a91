import type { Reads } from '../database/reads.ts';
import type { Database } from '../database/schema.ts';
import type { AvailabilityEvents } from './availabilityEvents.ts';
import { availabilityLoader, type AvailabilityLoader, type AvailabilityQuery } from './takenSlots.ts';

/** More rooms and days than this are forgotten together, as if all had changed. */
const MOST_REMEMBERED = 10_000;

/** Which availability is shown, and to whom. */
type Shown = Pick<AvailabilityQuery, 'day' | 'userId'> & { readonly roomIds: readonly number[] | 'all' };

/** Reads of availability that is shown and that decides nothing. */
export interface DisplayedAvailability {
  readonly load: AvailabilityLoader;
  /** Runs a read of the availability that `shown` names. */
  read<T>(shown: Shown, work: (source: Database) => Promise<T>): Promise<T>;
}

/** When the availability of rooms and days changed last, by `performance.now()`, as far as this process was notified. */
function latestChanges(events: AvailabilityEvents): (shown: Shown) => number {
  let all = performance.now();
  const changes = new Map<string, number>();
  events.onChange((change) => {
    if (change === null || changes.size > MOST_REMEMBERED) {
      all = performance.now();
      changes.clear();
    }
    if (change === null) return;
    changes.set(change.day, performance.now());
    changes.set(`${change.roomId} ${change.day}`, performance.now());
  });
  return ({ day, roomIds }) => {
    const keys = roomIds === 'all' ? [day] : roomIds.map((id) => `${id} ${day}`);
    return Math.max(all, ...keys.map((key) => changes.get(key) ?? -Infinity));
  };
}

/**
 * Availability for display. Visitors who are not signed in may be shown what a standby shows, but never less than the change
 * that a live view was notified of: it asks again because of it. Who is signed in may have booked a moment ago, or been
 * refused because of somebody who did, and is shown the primary's state.
 */
export function displayedAvailability(
  database: Database,
  onPrimary: AvailabilityLoader,
  reads: Reads,
  events: AvailabilityEvents | undefined,
): DisplayedAvailability {
  const loaders = new Map<Database, AvailabilityLoader>([[database, onPrimary]]);
  const loaderOf = (source: Database): AvailabilityLoader => {
    const loader = loaders.get(source) ?? availabilityLoader(source);
    loaders.set(source, loader);
    return loader;
  };
  const changedAt = events && latestChanges(events);
  const read: DisplayedAvailability['read'] = (shown, work) =>
    shown.userId !== null || changedAt === undefined ? work(database) : reads.read(work, changedAt(shown));
  return { read, load: (query) => read(query, (source) => loaderOf(source)(query)) };
}
