import { Kysely, PostgresDialect, type LogEvent } from 'kysely';
import pg from 'pg';
import { PreparingClient } from './preparingClient.ts';
import type { ResilientConfig } from './resilientClient.ts';
import type { Database, Schema } from './schema.ts';

const DATE_OID = 1082;
const INT8_OID = 20;

/** Dates stay 'YYYY-MM-DD', because a Date would shift them to the server's time zone; counts are numbers. */
function valueParsers(): pg.CustomTypesConfig {
  const parsers = new pg.TypeOverrides();
  parsers.setTypeParser(DATE_OID, (text) => text);
  parsers.setTypeParser(INT8_OID, Number);
  return parsers;
}

/** Is called after each statement, in the context of its caller. */
export type OnQuery = (event: LogEvent) => void;

/** How many connections there are, by what they do, and how many calls wait for one. */
export interface PoolState {
  readonly idle: number;
  readonly busy: number;
  readonly waiting: number;
}

const pools = new WeakMap<Database, pg.Pool>();

/** The connections of a database that `pooled` made. */
export function poolState(database: Database): PoolState {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pools.get(database) ?? {};
  return { idle: idleCount, busy: totalCount - idleCount, waiting: waitingCount };
}

/** The database over a connection pool. */
export function pooled(config: pg.PoolConfig & ResilientConfig, onQuery?: OnQuery): Database {
  const pool = new pg.Pool({ Client: PreparingClient, types: valueParsers(), ...config });
  // The pool drops an idle connection that breaks; the next query opens another or reports the error.
  pool.on('error', () => {});
  const database = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    ...(onQuery && { log: onQuery }),
  });
  pools.set(database, pool);
  return database;
}
