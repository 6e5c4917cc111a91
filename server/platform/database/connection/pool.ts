import { Kysely, PostgresDialect, type LogEvent } from 'kysely';
import pg from 'pg';
import { PreparingClient } from './preparingClient.ts';
import type { ResilientConfig } from './resilientClient.ts';
import type { Database, Schema } from '../schema.ts';

const DATE_OID = 1082;
const INT8_OID = 20;

/**
 * Dates are read as 'YYYY-MM-DD', because a Date would shift them to the server's time zone. Counts (int8) are read as numbers.
 */
function valueParsers(): pg.CustomTypesConfig {
  const parsers = new pg.TypeOverrides();
  parsers.setTypeParser(DATE_OID, (text) => text);
  parsers.setTypeParser(INT8_OID, Number);
  return parsers;
}

/** Called after each statement, in the async context of the statement's caller. */
export type OnQuery = (event: LogEvent) => void;

/** Idle and busy connections, and calls that wait for a connection. */
export interface PoolState {
  readonly idle: number;
  readonly busy: number;
  readonly waiting: number;
}

const pools = new WeakMap<Database, pg.Pool>();

export function poolState(database: Database): PoolState {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pools.get(database) ?? {};
  return { idle: idleCount, busy: totalCount - idleCount, waiting: waitingCount };
}

/** Opens a connection pool and returns the database that uses it. */
export function openPool(config: pg.PoolConfig & ResilientConfig, onQuery?: OnQuery): Database {
  const pool = new pg.Pool({ Client: PreparingClient, types: valueParsers(), ...config });
  // The pool discards an idle connection that breaks; the next query opens a new one or reports the error.
  pool.on('error', () => {});
  const database = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    ...(onQuery && { log: onQuery }),
  });
  pools.set(database, pool);
  return database;
}
