import { sql } from 'kysely';
import type pg from 'pg';
import { SetupError } from '../setupError.ts';
import {
  CONNECT_MS,
  IDLE_TRANSACTION_MS,
  KEEP_ALIVE_MS,
  LOCK_MS,
  QUERY_MS,
  STANDBY_CONNECT_MS,
  STATEMENT_MS,
  UNLIMITED_CONNECT_MS,
} from './limits.ts';
import { listenTo } from './listen.ts';
import type { OpenDatabase } from './open.ts';
import { pooled, type OnQuery } from './pool.ts';
import type { ResilientConfig } from './resilientClient.ts';
import type { Database } from './schema.ts';
import { isUnavailable } from './unavailable.ts';

const POOL_SIZE = 10;

/**
 * When a network drops packets, PostgreSQL keeps dead sessions for two hours by default and runs out of connections. A
 * database without these settings keeps its own.
 */
function setTcpKeepalives(client: pg.ClientBase): unknown {
  // The pool awaits the result.
  return client
    .query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3')
    .catch(() => undefined);
}

/** A pool without statement timeouts, for migrations. */
const unlimited = (url: string): pg.PoolConfig => ({
  connectionString: url,
  max: POOL_SIZE,
  connectionTimeoutMillis: UNLIMITED_CONNECT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  onConnect: setTcpKeepalives,
});

const limited = (url: string, factor: number): pg.PoolConfig & ResilientConfig => ({
  ...unlimited(url),
  connectionTimeoutMillis: factor * CONNECT_MS,
  lock_timeout: factor * LOCK_MS,
  statement_timeout: factor * STATEMENT_MS,
  responseTimeoutMs: factor * QUERY_MS,
  idle_in_transaction_session_timeout: factor * IDLE_TRANSACTION_MS,
});

/** The connections to a standby, which are made when they are needed: it may be away. */
export const openStandby = (url: string, timeoutFactor: number, onQuery?: OnQuery): Database =>
  pooled(
    { ...limited(url, timeoutFactor), connectionTimeoutMillis: timeoutFactor * STANDBY_CONNECT_MS },
    onQuery,
  );

async function readVersion(database: Database): Promise<{ version: string; name: string }> {
  const { rows } = await sql<{ version: string; name: string }>`
    select current_setting('server_version') as version, current_database() as name`.execute(database);
  return rows[0] as { version: string; name: string };
}

/**
 * True when the database may become available later; false for what a URL has wrong: an unknown host, user or database, or
 * a wrong password.
 */
const mayBecomeAvailable = (error: unknown): boolean =>
  isUnavailable(error) && !/^(?:ENOTFOUND|28...)$/.test(String((error as NodeJS.ErrnoException).code));

/**
 * Opens a PostgreSQL database. Rejects with a `SetupError` when the URL cannot work, and with an error that
 * `isUnavailable` when the database does not respond at the moment.
 */
export async function openPostgres(
  url: string,
  timeoutFactor: number,
  onQuery?: OnQuery,
): Promise<OpenDatabase> {
  const database = pooled(limited(url, timeoutFactor), onQuery);
  const { version, name } = await readVersion(database).catch(async (error: unknown) => {
    await database.destroy();
    if (mayBecomeAvailable(error)) throw error;
    throw new SetupError(`The database of DATABASE_URL cannot be used: ${String(error)}`);
  });
  const stops: (() => Promise<void>)[] = [];
  return {
    database,
    kind: 'postgres',
    describe: `PostgreSQL ${version}, database ${name}`,
    async withoutLimits(work) {
      const unlimitedDatabase = pooled(unlimited(url));
      try {
        return await work(unlimitedDatabase);
      } finally {
        await unlimitedDatabase.destroy();
      }
    },
    async listen(channel, onPayload) {
      stops.push(await listenTo(limited(url, timeoutFactor), channel, onPayload));
    },
    async close() {
      await Promise.all(stops.map((stop) => stop()));
      await database.destroy();
    },
  };
}
