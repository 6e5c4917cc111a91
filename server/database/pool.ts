import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { PreparingClient } from './preparingClient.ts';
import type { ResilientConfig } from './resilientClient.ts';
import type { Database, Schema } from './schema.ts';

const DATE_OID = 1082;
const INT8_OID = 20;

/** Dates stay 'YYYY-MM-DD' (a Date would move them to the server's zone) and counts are numbers. */
function valueParsers(): pg.CustomTypesConfig {
  const parsers = new pg.TypeOverrides();
  parsers.setTypeParser(DATE_OID, (text) => text);
  parsers.setTypeParser(INT8_OID, Number);
  return parsers;
}

/** The tables over a pool of connections. */
export function pooled(config: pg.PoolConfig & ResilientConfig): Database {
  const pool = new pg.Pool({ Client: PreparingClient, types: valueParsers(), ...config });
  // A connection that breaks while idle is dropped by the pool; the next query opens another or reports why it cannot.
  pool.on('error', () => {});
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}
