import { Kysely, PostgresDialect } from 'kysely';
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

/** The database over a connection pool. */
export function pooled(config: pg.PoolConfig & ResilientConfig): Database {
  const pool = new pg.Pool({ Client: PreparingClient, types: valueParsers(), ...config });
  // The pool drops an idle connection that breaks; the next query opens another or reports the error.
  pool.on('error', () => {});
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}
