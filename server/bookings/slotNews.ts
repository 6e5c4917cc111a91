import { sql } from 'kysely';
import { batch } from '../database/batch.ts';
import type { OpenDatabase } from '../database/open.ts';
import type { Database } from '../database/schema.ts';

/** The database channel on which half-hours that changed hands are told; heard only once the change is committed. */
export const SLOT_NEWS = 'slot_news';

/** Where half-hours changed hands. `day`: IST date. */
export interface ChangedSlots {
  readonly roomId: number;
  readonly day: string;
}

/** The payload that says so. */
export const slotNewsOf = ({ roomId, day }: ChangedSlots): string => `${roomId} ${day}`;

/** The payload that says that any half-hours may have changed hands. */
const ANY = '';

/**
 * Notifies many at once. PostgreSQL lets transactions that notify commit only one after the other; this one has nothing
 * that must be on the disk before the next may.
 */
const notify = (database: Database, payloads: readonly string[]): Promise<unknown> =>
  sql`
    select set_config('synchronous_commit', 'off', true), pg_notify(${SLOT_NEWS}, payload)
    from unnest(${payloads}::text[]) as payload`.execute(database);

/** One for each database, so that news of several bookings travel together. */
const tellers = new WeakMap<Database, (changed: ChangedSlots) => Promise<void>>();

/**
 * Tells of half-hours that changed hands in a transaction that is committed already. Never rejects: where a database does
 * not take it, whoever listens there is cut off as well, and is told that something may have been missed.
 */
export function tellSlotNews(database: Database, changed: ChangedSlots): Promise<void> {
  let tell = tellers.get(database);
  if (!tell) {
    tell = batch(
      async (news) => {
        await notify(database, [...new Set(news.map(slotNewsOf))]).catch(() => undefined);
        return news.map(() => undefined);
      },
      { concurrency: 1 },
    );
    tellers.set(database, tell);
  }
  return tell(changed);
}

/**
 * Tells everybody that any half-hours may have changed hands: a server that starts may have ended, the last time, between
 * a booking and its news.
 */
export const tellAnyMayHaveChanged = async (database: Database): Promise<void> => {
  await notify(database, [ANY]);
};

/** Tells whoever watches a day in which rooms half-hours change hands, whichever server process changed them. */
export interface SlotNews {
  /** `hear` gets a room, or null when any may have changed. Returns how to stop. */
  watch(day: string, hear: (roomId: number | null) => void): () => void;
}

/** The slot news of a database that may have many server processes; listens for as long as the database is open. */
export async function slotNews(listen: OpenDatabase['listen']): Promise<SlotNews> {
  const watchers = new Map<string, Set<(roomId: number | null) => void>>();
  await listen(SLOT_NEWS, (payload) => {
    const isAny = payload === null || payload === ANY;
    const [roomId, changedDay] = isAny ? [null, null] : (payload.split(' ') as [string, string]);
    for (const [day, hearers] of watchers) {
      if (changedDay === null || changedDay === day) {
        hearers.forEach((hear) => hear(roomId === null ? null : Number(roomId)));
      }
    }
  });
  return {
    watch(day, hear) {
      const hearers = watchers.get(day) ?? new Set();
      watchers.set(day, hearers.add(hear));
      return () => {
        hearers.delete(hear);
        if (hearers.size === 0) watchers.delete(day);
      };
    },
  };
}
