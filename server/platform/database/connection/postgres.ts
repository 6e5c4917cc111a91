import { sql } from 'kysely';
import type pg from 'pg';
import { SetupError } from '../../config/setupError.ts';
import {
  CONNECT_TIMEOUT_MS,
  IDLE_TRANSACTION_TIMEOUT_MS,
  KEEP_ALIVE_DELAY_MS,
  LOCK_TIMEOUT_MS,
  QUERY_TIMEOUT_MS,
  STANDBY_CONNECT_TIMEOUT_MS,
  STATEMENT_TIMEOUT_MS,
  MIGRATION_CONNECT_TIMEOUT_MS,
} from './timeouts.ts';
import { checkSessions } from './checkSessions.ts';
import { listenTo } from './listen.ts';
import type { OpenDatabase } from '../openDatabase.ts';
import { openPool, type OnQuery } from './pool.ts';
import { ResilientClient, type ResilientConfig } from './resilientClient.ts';
import type { Database } from '../schema.ts';
import { isUnavailable } from '../unavailable.ts';

const POOL_SIZE = 10;

/**
 * Shortens the database's TCP keepalives. With the defaults PostgreSQL keeps dead sessions for two hours when a network drops
 * packets, and runs out of connections. A database that does not support these settings keeps its defaults.
 */
function setTcpKeepalives(client: pg.ClientBase): unknown {
  // The pool awaits the result.
  return client
    .query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3')
    .catch(() => undefined);
}

/** For migrations. */
const poolConfigWithoutTimeouts = (url: string): pg.PoolConfig => ({
  connectionString: url,
  max: POOL_SIZE,
  connectionTimeoutMillis: MIGRATION_CONNECT_TIMEOUT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
  onConnect: setTcpKeepalives,
});

const poolConfigWithTimeouts = (url: string, timeoutFactor: number): pg.PoolConfig & ResilientConfig => ({
  ...poolConfigWithoutTimeouts(url),
  connectionTimeoutMillis: timeoutFactor * CONNECT_TIMEOUT_MS,
  lock_timeout: timeoutFactor * LOCK_TIMEOUT_MS,
  statement_timeout: timeoutFactor * STATEMENT_TIMEOUT_MS,
  responseTimeoutMs: timeoutFactor * QUERY_TIMEOUT_MS,
  idle_in_transaction_session_timeout: timeoutFactor * IDLE_TRANSACTION_TIMEOUT_MS,
});

/** Opens the pool of a standby. Connections are opened when they are needed, because the standby may be unavailable. */
export const openStandby = (url: string, timeoutFactor: number, onQuery?: OnQuery): Database =>
  openPool(
    {
      ...poolConfigWithTimeouts(url, timeoutFactor),
      connectionTimeoutMillis: timeoutFactor * STANDBY_CONNECT_TIMEOUT_MS,
    },
    onQuery,
  );

async function readVersion(database: Database): Promise<{ version: string; name: string }> {
  const { rows } = await sql<{ version: string; name: string }>`
    select current_setting('server_version') as version, current_database() as name`.execute(database);
  return rows[0] as { version: string; name: string };
}

/** False for a mistake in the URL: an unknown host, user or database, or a wrong password. Other errors may end by themselves. */
const mayBecomeAvailable = (error: unknown): boolean =>
  isUnavailable(error) && !/^(?:ENOTFOUND|28...)$/.test(String((error as NodeJS.ErrnoException).code));

/** Throws a `SetupError` when the URL leads to a pooler that does not give each connection a session (`checkSessions`). */
export const checkPooler = (url: string, timeoutFactor: number): Promise<void> =>
  checkSessions(async () => {
    const client: pg.Client = new ResilientClient(poolConfigWithTimeouts(url, timeoutFactor));
    await client.connect();
    return client;
  });

/**
 * Opens a PostgreSQL database. Rejects with a `SetupError` when the URL has a mistake, and with an error for which
 * `isUnavailable` is true when the database does not respond at the moment.
 */
export async function openPostgres(
  url: string,
  timeoutFactor: number,
  onQuery?: OnQuery,
): Promise<OpenDatabase> {
  const database = openPool(poolConfigWithTimeouts(url, timeoutFactor), onQuery);
  const { version, name } = await readVersion(database).catch(async (error: unknown) => {
    await database.destroy();
    if (mayBecomeAvailable(error)) throw error;
    throw new SetupError(`The database of DATABASE_URL cannot be used: ${String(error)}`);
  });
  const stopListeners: (() => Promise<void>)[] = [];
  return {
    database,
    kind: 'postgres',
    description: `PostgreSQL ${version}, database ${name} at ${new URL(url).host || 'a local socket'}`,
    async withoutTimeouts(work) {
      const databaseWithoutTimeouts = openPool(poolConfigWithoutTimeouts(url));
      try {
        return await work(databaseWithoutTimeouts);
      } finally {
        await databaseWithoutTimeouts.destroy();
      }
    },
    async listen(channel, onPayload) {
      stopListeners.push(await listenTo(poolConfigWithTimeouts(url, timeoutFactor), channel, onPayload));
    },
    async close() {
      await Promise.all(stopListeners.map((stop) => stop()));
      await database.destroy();
    },
  };
}
