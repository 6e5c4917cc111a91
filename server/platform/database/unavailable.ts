/**
 * Codes of Node and PostgreSQL for a temporary failure: no connection, a rejected sign-in, a shutdown, too many connections, no
 * space, a timeout, or repeated conflicts.
 */
const UNAVAILABLE_CODES =
  /^(?:08...|28...|53...|57014|57P0[1-5]|58...|25006|25P03|40001|40P01|55P03|ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|E(?:HOST|NET)(?:UNREACH|DOWN)|ENETRESET)$/;
/** Messages of the errors to which node-postgres adds no code. */
const UNAVAILABLE_MESSAGES =
  /^(?:timeout exceeded when trying to connect|timeout expired|Connection terminated|Client (?:has encountered a connection error|was closed) and is not queryable)/;

/** A timeout in this process while it waits for the database. */
export class DatabaseTimeout extends Error {
  override readonly name = 'DatabaseTimeout';
}

/** True when an error means that the database is unavailable at the moment, and not that the query is wrong. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof DatabaseTimeout ||
  (error instanceof Error &&
    (UNAVAILABLE_MESSAGES.test(error.message) ||
      ('code' in error && UNAVAILABLE_CODES.test(String(error.code)))));
