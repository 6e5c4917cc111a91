import { sql } from 'kysely';
import type { Database } from './schema.ts';

/** How often the database is asked for its time, in milliseconds. */
const EVERY_MS = 10_000;
/** How far a machine's clock may drift, as a part of the time that has passed. */
const DRIFT = 1e-4;
/** By how much the machine's two clocks may differ before one of them was set, or the machine was suspended. */
const SUSPICIOUS_MS = 500;
/** How often the database is asked at the start: the shortest round trip counts. */
const FIRST_SAMPLES = 3;

/** The time of the database at an instant of this process, known up to `errorMs`. */
interface Sample {
  readonly at: number;
  readonly time: number;
  readonly errorMs: number;
}

/** What a clock is made from. */
export interface ClockDeps {
  /** The database's time, milliseconds since 1970. */
  readonly readTime: () => Promise<number>;
  /** Milliseconds that only go forward, whatever the machine's date is set to. */
  readonly monotonic?: () => number;
  /** The machine's date, milliseconds since 1970: only to notice that it was set or that the machine was suspended. */
  readonly date?: () => number;
}

/** The database's clock as a server process knows it. */
export interface DatabaseClock {
  /** The time, milliseconds since 1970 (ruling 4). */
  readonly now: () => number;
  /** Asks the database again; rejects when it does not answer, and the clock goes on from what it knew. */
  readonly synchronise: () => Promise<void>;
}

/** The database's time, for a clock. */
export const timeOf = async (database: Database): Promise<number> => {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(database);
  return (rows[0] as { ms: number }).ms;
};

/**
 * A clock that shows the database's time, so that all servers of one database agree when a hold is over, whatever the dates
 * of their machines are set to (docs/decisions/0015-the-database-decides-what-time-it-is.md). Resolves once it is set;
 * rejects when the database does not answer.
 *
 * Between two questions it goes on with the process's monotonic clock. An answer is uncertain by half its round trip, and
 * what was known grows uncertain with time. An answer that agrees within both is used only when it is the more certain
 * one, so the clock is steady; one that contradicts moves the clock, backwards as well, for the database may have been
 * replaced or its machine's date set.
 */
export async function databaseClock({
  readTime,
  monotonic = () => performance.now(),
  date = Date.now,
}: ClockDeps): Promise<DatabaseClock> {
  let known: Sample | null = null;
  let difference = date() - monotonic();
  let pending: Promise<void> | null = null;

  async function measure(): Promise<void> {
    const sent = monotonic();
    const time = await readTime();
    const received = monotonic();
    const sample = { at: (sent + received) / 2, time, errorMs: (received - sent) / 2 };
    if (known) {
      const passed = sample.at - known.at;
      const errorMs = known.errorMs + passed * DRIFT;
      const agrees = Math.abs(known.time + passed - sample.time) <= errorMs + sample.errorMs;
      if (agrees && sample.errorMs > errorMs) return;
    }
    known = sample;
  }

  const synchronise = (): Promise<void> => {
    pending ??= measure().finally(() => {
      pending = null;
    });
    return pending;
  };

  for (let n = 0; n < FIRST_SAMPLES; n += 1) await synchronise();
  return {
    now() {
      const at = monotonic();
      const differs = date() - at;
      if (Math.abs(differs - difference) > SUSPICIOUS_MS) {
        difference = differs;
        // Suspended machines stop the monotonic clock. Until the answer, claims of half-hours are safe (server/bookings/bookingSlots.ts).
        synchronise().catch(() => undefined);
      }
      const { time, at: since } = known as unknown as Sample;
      return Math.round(time + at - since);
    },
    synchronise,
  };
}

/**
 * Keeps a clock set until the returned function is called, which waits for the question that is asked. While the database is
 * away the clock goes on by itself.
 */
export function startSynchronising({ synchronise }: DatabaseClock): () => Promise<void> {
  let current: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    current = synchronise().catch(() => undefined);
  }, EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return current;
  };
}
