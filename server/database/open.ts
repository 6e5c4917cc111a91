import { join, resolve } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Config } from '../config.ts';
import { SetupError } from '../setupError.ts';
import { listenTo } from './listen.ts';
import { lockFolder } from './lockFolder.ts';
import { PreparingClient } from './preparingClient.ts';
import type { Database, Schema } from './schema.ts';

/** How long a query waits for a free connection, in milliseconds, before it fails instead of hanging. */
const CONNECTION_TIMEOUT_MS = 10_000;
const POOL_SIZE = 10;

const DATE_OID = 1082;
const INT8_OID = 20;

/** Dates stay 'YYYY-MM-DD' (a Date would move them to the server's zone) and counts are numbers. */
function valueParsers(): pg.CustomTypesConfig {
  const parsers = new pg.TypeOverrides();
  parsers.setTypeParser(DATE_OID, (text) => text);
  parsers.setTypeParser(INT8_OID, Number);
  return parsers;
}

/** An open database. `describe` names it for people, without credentials; `close` waits for queries under way. */
export interface OpenDatabase {
  readonly database: Database;
  readonly kind: 'pglite' | 'postgres';
  readonly describe: string;
  /**
   * Hears what any process notifies on a channel, from now on and until closed. `hear` gets the payload, or null when
   * some may have been missed.
   */
  listen(channel: string, hear: (payload: string | null) => void): Promise<void>;
  close(): Promise<void>;
}

function kyselyOn(pool: pg.Pool): Database {
  // A connection that breaks while idle is dropped by the pool; the next query opens another or reports why it cannot.
  pool.on('error', () => {});
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

async function greet(database: Database): Promise<{ version: string; name: string }> {
  const { rows } = await sql<{ version: string; name: string }>`
    select current_setting('server_version') as version, current_database() as name`.execute(database);
  return rows[0] as { version: string; name: string };
}

/** A host with several addresses fails with one error for each, under a heading that says nothing. */
const reasonOf = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(String).join(', ') : String(error);

async function openPostgres(url: string): Promise<OpenDatabase> {
  const database = kyselyOn(
    new pg.Pool({
      Client: PreparingClient,
      connectionString: url,
      max: POOL_SIZE,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      types: valueParsers(),
    }),
  );
  const { version, name } = await greet(database).catch(async (error: unknown) => {
    await database.destroy();
    throw new SetupError(`The database of DATABASE_URL cannot be used: ${reasonOf(error)}`);
  });
  const stops: (() => Promise<void>)[] = [];
  return {
    database,
    kind: 'postgres',
    describe: `PostgreSQL ${version}, database ${name}`,
    async listen(channel, hear) {
      stops.push(await listenTo(url, channel, hear));
    },
    async close() {
      await Promise.all(stops.map((stop) => stop()));
      await database.destroy();
    },
  };
}

/**
 * The database of a running PGlite; closing it closes PGlite. It has a single connection, so a query beside the open
 * transaction that awaits it would wait for itself until the timeout: inside a transaction use only its `tx`.
 */
export function overPglite(
  lite: PGlite,
  createPgConfig: (lite: PGlite) => object,
  describe: string,
): OpenDatabase {
  const database = kyselyOn(
    new pg.Pool({
      Client: PreparingClient,
      ...createPgConfig(lite),
      max: 1,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      types: valueParsers(),
    }),
  );
  return {
    database,
    kind: 'pglite',
    describe,
    async listen(channel, hear) {
      await lite.listen(channel, hear);
    },
    async close() {
      await database.destroy();
      await lite.close();
    },
  };
}

async function openPglite(dataDir: string): Promise<OpenDatabase> {
  const unlock = await lockFolder(resolve(dataDir));
  try {
    const { PGlite } = await import('@electric-sql/pglite');
    const { createPgConfig } = await import('@electric-sql/pglite/node-postgres');
    const folder = join(dataDir, 'postgres');
    const open = overPglite(await PGlite.create(folder), createPgConfig, `PGlite in ${folder}`);
    return {
      ...open,
      async close() {
        await open.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * Opens PostgreSQL at `databaseUrl`, or without one the embedded PGlite in `dataDir`. Throws when the server cannot be
 * reached, or when another process has the folder open.
 */
export const openDatabase = (config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<OpenDatabase> =>
  config.databaseUrl === undefined ? openPglite(config.dataDir) : openPostgres(config.databaseUrl);
