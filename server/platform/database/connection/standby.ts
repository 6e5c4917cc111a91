import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Reads } from '../reads.ts';
import type { Database } from '../schema.ts';
import { isUnavailable } from '../unavailable.ts';

/** Shorter than the smallest value of READ_MAX_LAG_SECONDS. */
const CHECK_INTERVAL_MS = 500;
/** Default of `checkTimeoutMs`. */
const CHECK_TIMEOUT_MS = 1_000;
/** Errors of one statement only: it conflicted with the replay of the log, or took too long. The standby stays in use. */
const STATEMENT_ONLY_CODES = new Set(['40001', '57014']);

/** In the write-ahead log. */
export interface LogPosition {
  /** System identifier of the database; a standby has that of its primary. */
  readonly system: string;
  /** Written, or on a standby replayed. */
  readonly bytes: number;
  readonly isStandby: boolean;
}

/** Reads the log position of a database. No privileges are needed. */
export async function readLogPosition(database: Database): Promise<LogPosition> {
  const { rows } = await sql<LogPosition>`
    select (select system_identifier::text from pg_control_system()) as system,
      pg_is_in_recovery() as "isStandby",
      ((case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end) - '0/0'::pg_lsn)::float8
        as bytes`.execute(database);
  return rows[0] as LogPosition;
}

interface StandbyLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface StandbyDeps {
  readonly primary: Database;
  readonly standby: Database;
  /** Maximum age of the data that is read from the standby. */
  readonly maxLagMs: number;
  readonly readPosition?: (database: Database) => Promise<LogPosition>;
  /** A monotonic clock in milliseconds. */
  readonly monotonic?: () => number;
  /** How long a check waits for the standby, in milliseconds. */
  readonly checkTimeoutMs?: number;
}

export interface Standby extends Reads {
  readonly database: Database;
  /** Measures the lag of the standby and logs when reads start or stop using it. Never rejects. */
  check(log: StandbyLog): Promise<void>;
  /** For the metrics: whether reads use the standby, its lag in seconds, and how many reads each database has served. */
  state(): { isInUse: boolean; lagSeconds: number; reads: { standby: number; primary: number } };
}

/** True for an error of the database; false for an error of the application, such as an `ApiError`. */
const isDatabaseError = (error: unknown): boolean =>
  isUnavailable(error) || error instanceof pg.DatabaseError;

/** May be logged, unlike addresses and statements in an error. */
const errorCodeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'no answer';

/**
 * Reads from a standby while its lag is at most `maxLagMs`. A check records the primary's log position together with the time
 * before the position was read. When the standby has replayed the log up to that position, it has everything that was committed
 * before that time. This method does not compare the clocks of two machines, and a primary without writes does not look like a
 * lagging standby.
 */
export function standbyReads({
  primary,
  standby,
  maxLagMs,
  readPosition = readLogPosition,
  monotonic = () => performance.now(),
  checkTimeoutMs = CHECK_TIMEOUT_MS,
}: StandbyDeps): Standby {
  const startedAt = monotonic();
  /** The standby has everything that was committed before this instant. */
  let caughtUpTo = -Infinity;
  let primaryPositions: { at: number; bytes: number }[] = [];
  /** Why reads do not use the standby, apart from its lag; null when there is no other reason. */
  let unusableReason: string | null = 'it was not checked yet';
  /** Logged last. */
  let loggedReason: string | null = unusableReason;
  const counts = { standby: 0, primary: 0 };

  const isBehind = () => monotonic() - caughtUpTo > maxLagMs;

  async function measure(): Promise<void> {
    const at = monotonic();
    // Without the position of the primary `caughtUpTo` cannot advance; its value stays valid until it is too old.
    const primaryPosition = await readPosition(primary).catch(() => null);
    if (primaryPosition === null) return;
    primaryPositions = [
      ...primaryPositions.filter((position) => at - position.at <= maxLagMs),
      { at, bytes: primaryPosition.bytes },
    ];
    const timeout = new AbortController();
    try {
      const standbyPosition = await Promise.race([
        readPosition(standby),
        delay(checkTimeoutMs, null, { signal: timeout.signal, ref: false }),
      ]);
      if (standbyPosition === null) unusableReason = 'no answer';
      else if (!standbyPosition.isStandby) unusableReason = 'it is no standby';
      else if (standbyPosition.system !== primaryPosition.system)
        unusableReason = 'it is the standby of another database';
      else {
        unusableReason = null;
        const latestReplayed = primaryPositions.findLast(({ bytes }) => bytes <= standbyPosition.bytes);
        caughtUpTo = Math.max(caughtUpTo, latestReplayed?.at ?? -Infinity);
      }
    } catch (error) {
      unusableReason = errorCodeOf(error);
    } finally {
      timeout.abort();
    }
  }

  const state = () => ({
    isInUse: unusableReason === null && !isBehind(),
    lagSeconds: (monotonic() - Math.max(caughtUpTo, startedAt)) / 1000,
    reads: { ...counts },
  });

  return {
    database: standby,
    state,
    async check(log) {
      await measure();
      const reason = unusableReason ?? (isBehind() ? 'it is too far behind' : null);
      if (reason === loggedReason) return;
      loggedReason = reason;
      const { lagSeconds } = state();
      if (reason === null) log.info({ lagSeconds }, 'reads go to the standby of READ_DATABASE_URL');
      else
        log.warn({ lagSeconds, reason }, 'the standby of READ_DATABASE_URL is not read: the primary answers');
    },
    async read(work, asOf = -Infinity) {
      if (unusableReason === null && !isBehind() && caughtUpTo >= asOf) {
        try {
          const result = await work(standby);
          counts.standby += 1;
          return result;
        } catch (error) {
          if (!isDatabaseError(error)) throw error;
          if (isUnavailable(error) && !STATEMENT_ONLY_CODES.has(errorCodeOf(error)))
            unusableReason = errorCodeOf(error);
        }
      }
      counts.primary += 1;
      return work(primary);
    },
  };
}

/** Checks a standby periodically until the returned function is called, which waits for the current check. */
export function startStandbyChecks(standby: Standby, log: StandbyLog): () => Promise<void> {
  const stopped = new AbortController();
  const running = (async () => {
    while (!stopped.signal.aborted) {
      await standby.check(log);
      await delay(CHECK_INTERVAL_MS, undefined, { signal: stopped.signal, ref: false }).catch(
        () => undefined,
      );
    }
  })();
  return () => {
    stopped.abort();
    return running;
  };
}
