import { sql } from 'kysely';
import { batch, perDatabase } from '../platform/database/batch.ts';
import type { OpenDatabase } from '../platform/database/openDatabase.ts';
import type { Database, Tx } from '../platform/database/schema.ts';

/**
 * The PostgreSQL channel for availability changes. PostgreSQL delivers a notification only after the commit. Servers of
 * the previous version use the same name.
 */
export const AVAILABILITY_CHANNEL = 'slot_news';

/** A room and day whose availability changed. `day`: IST date. */
export interface AvailabilityChange {
  readonly roomId: number;
  readonly day: string;
}

export const payloadOf = ({ roomId, day }: AvailabilityChange): string => `${roomId} ${day}`;

/** Any room and day may have changed. */
const INVALIDATE_ALL = '';

/**
 * Sends many notifications in one transaction. PostgreSQL serialises the commits of transactions that notify, so this
 * commit does not wait for the disk.
 */
const notify = (database: Database, payloads: readonly string[]): Promise<unknown> =>
  sql`
    select set_config('synchronous_commit', 'off', true), pg_notify(${AVAILABILITY_CHANNEL}, payload)
    from unnest(${payloads}::text[]) as payload`.execute(database);

/** One publisher per database, so that the changes of several bookings are published in one batch. */
const publisherOf = perDatabase((database: Database) =>
  batch<AvailabilityChange, void>(
    async (changes) => {
      await notify(database, [...new Set(changes.map(payloadOf))]).catch(() => undefined);
      return changes.map(() => undefined);
    },
    { concurrency: 1 },
  ),
);

/**
 * Publishes a change that is already committed. Never rejects. When the database is unavailable, every subscriber loses
 * the connection too, and is notified that changes may have been missed.
 */
export const publish = (database: Database, changed: AvailabilityChange): Promise<void> =>
  publisherOf(database)(changed);

/**
 * Publishes that any room and day may have changed. A server does so when it starts, because it may have stopped between
 * the commit of a booking and the notification.
 */
export const publishInvalidateAll = async (database: Database): Promise<void> => {
  await notify(database, [INVALIDATE_ALL]);
};

/** With more changes than this, a single notification says that any room and day may have changed. */
const MAX_NOTIFICATIONS = 60;

/** Publishes the changes of a transaction when it is committed. */
export async function publishInTransaction(tx: Tx, changes: readonly AvailabilityChange[]): Promise<void> {
  const payloads = [...new Set(changes.map(payloadOf))];
  const sent = payloads.length > MAX_NOTIFICATIONS ? [INVALIDATE_ALL] : payloads;
  await sql`
    select pg_notify(${AVAILABILITY_CHANNEL}, payload) from unnest(${sent}::text[]) as payload`.execute(tx);
}

/** Availability changes of all server processes. */
export interface AvailabilityEvents {
  /**
   * Calls `listener` for each change of a day, with the room's id or with null when any room may have changed. Returns the
   * function that unsubscribes.
   */
  subscribe(day: string, listener: (roomId: number | null) => void): () => void;
  /** Calls `listener` with each change of any day, before the subscribers; with null when any room and day may have changed. */
  onChange(listener: (change: AvailabilityChange | null) => void): void;
}

/**
 * Subscribes to the availability changes of a database until the database is closed. Many server processes may share the
 * database.
 */
export async function availabilityEvents(listen: OpenDatabase['listen']): Promise<AvailabilityEvents> {
  const listenersByDay = new Map<string, Set<(roomId: number | null) => void>>();
  const changeListeners: ((change: AvailabilityChange | null) => void)[] = [];
  await listen(AVAILABILITY_CHANNEL, (payload) => {
    const isAny = payload === null || payload === INVALIDATE_ALL;
    const [roomId, changedDay] = isAny ? [null, null] : (payload.split(' ') as [string, string]);
    const change = roomId === null ? null : { roomId: Number(roomId), day: changedDay };
    changeListeners.forEach((listener) => listener(change));
    for (const [day, listeners] of listenersByDay) {
      if (changedDay === null || changedDay === day) {
        listeners.forEach((listener) => listener(roomId === null ? null : Number(roomId)));
      }
    }
  });
  return {
    onChange: (listener) => void changeListeners.push(listener),
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
