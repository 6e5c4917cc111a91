import { sql } from 'kysely';
import type { Database } from './schema.ts';

/** The interval of readings, in milliseconds. */
const EVERY_MS = 10_000;
/** The largest drift of a machine's clock, as a fraction of the elapsed time. */
const DRIFT = 1e-4;
/** A larger difference of the machine's two clocks means that one was set or that the machine was suspended. */
const SUSPICIOUS_MS = 500;
/** The number of readings at the start; the one with the shortest round trip counts. */
const FIRST_SAMPLES = 3;

/** A reading of the database's time at an instant of this process, with its uncertainty. */
interface Sample {
  readonly at: number;
  readonly time: number;
  readonly errorMs: number;
}

/** The dependencies of the clock. */
export interface ClockDeps {
  /** The database's time, milliseconds since 1970. */
  readonly readTime: () => Promise<number>;
  /** A monotonic clock in milliseconds. */
  readonly monotonic?: () => number;
  /**
   * The machine's date, milliseconds since 1970, used only to detect that it was set or that the machine was suspended.
   */
  readonly date?: () => number;
}

/** The database's clock, as known to a server process. */
export interface DatabaseClock {
  /** The time, milliseconds since 1970 (ruling 4). */
  readonly now: () => number;
  /** Reads the database's time again. Rejects when the database does not respond; the clock then continues. */
  readonly synchronise: () => Promise<void>;
}

/** Reads the database's time. */
export const timeOf = async (database: Database): Promise<number> => {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(database);
  return (rows[0] as { ms: number }).ms;
};

/**
 * A clock of the database's time, so that all servers of one database agree when a hold expires even if the clocks of
 * their machines differ (docs/decisions/0015-the-database-decides-what-time-it-is.md). Resolves once it is set; rejects
 * when the database does not respond.
 *
 * Between readings it advances with the process's monotonic clock. A reading's uncertainty is half its round trip, and
 * grows with time. A reading that agrees with the clock within both uncertainties is used only if it is the more
 * certain one, so the clock is steady. A contradicting reading moves the clock, even backwards, because the database
 * may have been replaced or its machine's date set.
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
        // A suspended machine stops its monotonic clock. Until the next reading, claims of slots are safe
        // (server/bookings/holdExpiry.ts).
        synchronise().catch(() => undefined);
      }
      const { time, at: since } = known as unknown as Sample;
      return Math.round(time + at - since);
    },
    synchronise,
  };
}

/**
 * Synchronises a clock periodically until the returned function is called, which waits for the current reading. Without
 * the database the clock continues on its own.
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
