import { sql } from 'kysely';
import { batch } from '../database/batch.ts';
import type { OpenDatabase } from '../database/open.ts';
import type { Database } from '../database/schema.ts';

/** The database channel on which half-hours that changed hands are told; heard only once the change is committed. */
export const AVAILABILITY_CHANNEL = 'slot_news';

/** Where half-hours changed hands. `day`: IST date. */
export interface AvailabilityChange {
  readonly roomId: number;
  readonly day: string;
}

/** The payload that says so. */
export const payloadOf = ({ roomId, day }: AvailabilityChange): string => `${roomId} ${day}`;

/** The payload that says that any half-hours may have changed hands. */
const INVALIDATE_ALL = '';

/**
 * Notifies many at once. PostgreSQL lets transactions that notify commit only one after the other; this one has nothing
 * that must be on the disk before the next may.
 */
const notify = (database: Database, payloads: readonly string[]): Promise<unknown> =>
  sql`
    select set_config('synchronous_commit', 'off', true), pg_notify(${AVAILABILITY_CHANNEL}, payload)
    from unnest(${payloads}::text[]) as payload`.execute(database);

/** One for each database, so that news of several bookings travel together. */
const publishers = new WeakMap<Database, (changed: AvailabilityChange) => Promise<void>>();

/**
 * Tells of half-hours that changed hands in a transaction that is committed already. Never rejects: where a database does
 * not take it, whoever listens there is cut off as well, and is told that something may have been missed.
 */
export function publish(database: Database, changed: AvailabilityChange): Promise<void> {
  let send = publishers.get(database);
  if (!send) {
    send = batch(
      async (changes) => {
        await notify(database, [...new Set(changes.map(payloadOf))]).catch(() => undefined);
        return changes.map(() => undefined);
      },
      { concurrency: 1 },
    );
    publishers.set(database, send);
  }
  return send(changed);
}

/**
 * Tells everybody that any half-hours may have changed hands: a server that starts may have ended, the last time, between
 * a booking and its news.
 */
export const publishInvalidateAll = async (database: Database): Promise<void> => {
  await notify(database, [INVALIDATE_ALL]);
};

/** Tells whoever watches a day in which rooms half-hours change hands, whichever server process changed them. */
export interface AvailabilityEvents {
  /** `hear` gets a room, or null when any may have changed. Returns how to stop. */
  subscribe(day: string, listener: (roomId: number | null) => void): () => void;
}

/** The slot news of a database that may have many server processes; listens for as long as the database is open. */
export async function availabilityEvents(listen: OpenDatabase['listen']): Promise<AvailabilityEvents> {
  const listenersByDay = new Map<string, Set<(roomId: number | null) => void>>();
  await listen(AVAILABILITY_CHANNEL, (payload) => {
    const isAny = payload === null || payload === INVALIDATE_ALL;
    const [roomId, changedDay] = isAny ? [null, null] : (payload.split(' ') as [string, string]);
    for (const [day, listeners] of listenersByDay) {
      if (changedDay === null || changedDay === day) {
        listeners.forEach((listener) => listener(roomId === null ? null : Number(roomId)));
      }
    }
  });
  return {
    subscribe(day, listener) {
      const listeners = listenersByDay.get(day) ?? new Set();
      listenersByDay.set(day, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) listenersByDay.delete(day);
      };
    },
  };
}
