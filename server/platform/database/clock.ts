import { sql } from 'kysely';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import type { Database } from './schema.ts';

const READING_INTERVAL_MS = 10_000;
/** As a fraction of the elapsed time. */
const MAX_DRIFT = 1e-4;
/** A larger change between the machine's date and its monotonic clock means that the date was set or the machine suspended. */
const CLOCK_JUMP_MS = 500;
/** The one with the shortest round trip is used. */
const INITIAL_READINGS = 3;

/** `time` of the database at the instant `at` of this process's monotonic clock. */
interface Reading {
  readonly at: number;
  readonly time: number;
  readonly errorMs: number;
}

export interface ClockDeps {
  /** Milliseconds since 1970. */
  readonly readTime: () => Promise<number>;
  /** A monotonic clock in milliseconds. */
  readonly monotonic?: () => number;
  /**
   * The machine's date, milliseconds since 1970. It is used only to detect that it was set or that the machine was suspended.
   */
  readonly machineDate?: () => number;
}

/** A server process's copy of the database's clock. */
export interface DatabaseClock {
  readonly now: () => EpochMs;
  /** Reads the database's time again. Rejects when the database does not respond; `now` continues to work. */
  readonly synchronise: () => Promise<void>;
}

/** Milliseconds since 1970. */
export const readDatabaseTime = async (database: Database): Promise<number> => {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(database);
  return (rows[0] as { ms: number }).ms;
};

/**
 * Creates a clock that shows the database's time, so that all servers of one database agree when a hold expires even if the
 * clocks of their machines differ (docs/decisions/0013-database-timeouts-and-clock.md). Resolves after the first
 * readings; rejects when the database does not respond.
 *
 * Between readings the clock advances with the process's monotonic clock. A reading's uncertainty is half its round trip and
 * grows with time. A reading that agrees with the clock within both uncertainties is used only if its uncertainty is smaller,
 * so the clock is steady. A contradicting reading moves the clock, even backwards, because the database may have been replaced
 * or the date of its machine set.
 */
export async function databaseClock({
  readTime,
  monotonic = () => performance.now(),
  machineDate = Date.now,
}: ClockDeps): Promise<DatabaseClock> {
  let lastReading: Reading | null = null;
  let dateOffset = machineDate() - monotonic();
  let pending: Promise<void> | null = null;

  async function measure(): Promise<void> {
    const sent = monotonic();
    const time = await readTime();
    const received = monotonic();
    const reading = { at: (sent + received) / 2, time, errorMs: (received - sent) / 2 };
    if (lastReading) {
      const elapsed = reading.at - lastReading.at;
      const errorMs = lastReading.errorMs + elapsed * MAX_DRIFT;
      const agrees = Math.abs(lastReading.time + elapsed - reading.time) <= errorMs + reading.errorMs;
      if (agrees && reading.errorMs > errorMs) return;
    }
    lastReading = reading;
  }

  const synchronise = (): Promise<void> => {
    pending ??= measure().finally(() => {
      pending = null;
    });
    return pending;
  };

  for (let n = 0; n < INITIAL_READINGS; n += 1) await synchronise();
  return {
    now() {
      const at = monotonic();
      const offset = machineDate() - at;
      if (Math.abs(offset - dateOffset) > CLOCK_JUMP_MS) {
        dateOffset = offset;
        // The monotonic clock stops while a machine is suspended. Until the next reading, claiming slots is still safe
        // (server/slots/holdExpiry.ts).
        synchronise().catch(() => undefined);
      }
      const { time, at: since } = lastReading as unknown as Reading;
      return Math.round(time + at - since);
    },
    synchronise,
  };
}

/**
 * Synchronises a clock periodically until the returned function is called, which waits for the current reading. While the
 * database is unavailable, the clock advances without readings.
 */
export function startClockSync({ synchronise }: DatabaseClock): () => Promise<void> {
  let current: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    current = synchronise().catch(() => undefined);
  }, READING_INTERVAL_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return current;
  };
}
