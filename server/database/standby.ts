import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Reads } from './reads.ts';
import type { Database } from './schema.ts';
import { isUnavailable } from './unavailable.ts';

/** The interval of checks, in milliseconds; shorter than the smallest allowed lag. */
const EVERY_MS = 500;
/** How long a check waits for the standby, in milliseconds. */
const CHECK_MS = 1_000;
/** The statement alone was ended: it was in the way of what the standby receives, or took too long. */
const ONE_STATEMENT = new Set(['40001', '57014']);

/** Where a database is in its write-ahead log. */
export interface Position {
  /** Names the database; a standby has its primary's. */
  readonly system: string;
  /** Bytes of the log that are written, or on a standby applied. */
  readonly bytes: number;
  readonly isStandby: boolean;
}

/** Reads the position of a database; every role may. */
export async function positionOf(database: Database): Promise<Position> {
  const { rows } = await sql<Position>`
    select (select system_identifier::text from pg_control_system()) as system,
      pg_is_in_recovery() as "isStandby",
      ((case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end) - '0/0'::pg_lsn)::float8
        as bytes`.execute(database);
  return rows[0] as Position;
}

/** The log's methods that a standby uses. */
interface StandbyLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface StandbyDeps {
  readonly primary: Database;
  readonly standby: Database;
  /** The oldest state that is shown, in milliseconds. */
  readonly maxLagMs: number;
  readonly readPosition?: (database: Database) => Promise<Position>;
  /** A monotonic clock in milliseconds. */
  readonly monotonic?: () => number;
  /** How long a check waits for the standby, in milliseconds. */
  readonly checkMs?: number;
}

/** A standby as this process knows it. */
export interface Standby extends Reads {
  readonly database: Database;
  /** Measures how far it is behind. Never rejects. */
  check(log: StandbyLog): Promise<void>;
  /** For the figures: whether it is read, how far it is behind in seconds, and how many reads went where. */
  state(): { isRead: boolean; lagSeconds: number; reads: { standby: number; primary: number } };
}

/** True for an error of the database, and not one of ours about what was asked. */
const isOfDatabase = (error: unknown): boolean => isUnavailable(error) || error instanceof pg.DatabaseError;

/** What may be logged about an error: neither addresses nor statements. */
const nameOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'no answer';

/**
 * Reads from a standby while it is at most `maxLagMs` behind. A check notes the primary's position in its log with the time
 * before it was read; once the standby has applied the log up to there, it shows everything that was committed before that
 * time. So neither clocks of two machines are compared, nor does a primary without writes look like a standby that lags.
 */
export function standbyReads({
  primary,
  standby,
  maxLagMs,
  readPosition = positionOf,
  monotonic = () => performance.now(),
  checkMs = CHECK_MS,
}: StandbyDeps): Standby {
  const began = monotonic();
  /** Everything committed before this instant is shown by the standby. */
  let shown = -Infinity;
  let marks: { at: number; bytes: number }[] = [];
  /** Why the standby is not read, apart from its lag. */
  let fault: string | null = 'it was not checked yet';
  /** What was logged last. */
  let logged: string | null = fault;
  const counts = { standby: 0, primary: 0 };

  const isBehind = () => monotonic() - shown > maxLagMs;

  async function measure(): Promise<void> {
    const at = monotonic();
    // Without the primary's position nothing newer can be shown; what is known stays true until it is too old.
    const written = await readPosition(primary).catch(() => null);
    if (written === null) return;
    marks = [...marks.filter((mark) => at - mark.at <= maxLagMs), { at, bytes: written.bytes }];
    const waited = new AbortController();
    try {
      const applied = await Promise.race([
        readPosition(standby),
        delay(checkMs, null, { signal: waited.signal, ref: false }),
      ]);
      if (applied === null) fault = 'no answer';
      else if (!applied.isStandby) fault = 'it is no standby';
      else if (applied.system !== written.system) fault = 'it is the standby of another database';
      else {
        fault = null;
        const newest = marks.findLast(({ bytes }) => bytes <= applied.bytes);
        shown = Math.max(shown, newest?.at ?? -Infinity);
      }
    } catch (error) {
      fault = nameOf(error);
    } finally {
      waited.abort();
    }
  }

  const state = () => ({
    isRead: fault === null && !isBehind(),
    lagSeconds: (monotonic() - Math.max(shown, began)) / 1000,
    reads: { ...counts },
  });

  return {
    database: standby,
    state,
    async check(log) {
      await measure();
      const reason = fault ?? (isBehind() ? 'it is too far behind' : null);
      if (reason === logged) return;
      logged = reason;
      const { lagSeconds } = state();
      if (reason === null) log.info({ lagSeconds }, 'reads go to the standby of READ_DATABASE_URL');
      else
        log.warn({ lagSeconds, reason }, 'the standby of READ_DATABASE_URL is not read: the primary answers');
    },
    async read(work, since = -Infinity) {
      if (fault === null && !isBehind() && shown >= since) {
        try {
          const found = await work(standby);
          counts.standby += 1;
          return found;
        } catch (error) {
          if (!isOfDatabase(error)) throw error;
          if (isUnavailable(error) && !ONE_STATEMENT.has(nameOf(error))) fault = nameOf(error);
        }
      }
      counts.primary += 1;
      return work(primary);
    },
  };
}

/** Checks a standby periodically until the returned function is called, which waits for the current check. */
export function startChecking(standby: Standby, log: StandbyLog): () => Promise<void> {
  const ended = new AbortController();
  const running = (async () => {
    while (!ended.signal.aborted) {
      await standby.check(log);
      await delay(EVERY_MS, undefined, { signal: ended.signal, ref: false }).catch(() => undefined);
    }
  })();
  return () => {
    ended.abort();
    return running;
  };
}
