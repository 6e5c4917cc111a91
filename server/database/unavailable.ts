/**
 * Codes of Node and PostgreSQL for a temporary failure: no connection, a sign-in that is refused, shutting down, too busy,
 * out of space, a timeout, or repeated conflicts.
 */
const CODES =
  /^(?:08...|28...|53...|57014|57P0[1-5]|58...|25006|25P03|40001|40P01|55P03|ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|E(?:HOST|NET)(?:UNREACH|DOWN)|ENETRESET)$/;
/** node-postgres gives these no code. */
const MESSAGES =
  /^(?:timeout exceeded when trying to connect|timeout expired|Connection terminated|Client (?:has encountered a connection error|was closed) and is not queryable)/;

/** A timeout on this side while waiting for the database. */
export class DatabaseTimeout extends Error {
  override readonly name = 'DatabaseTimeout';
}

/** True for an error that is not about the query: the database is unavailable at the moment. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof DatabaseTimeout ||
  (error instanceof Error &&
    (MESSAGES.test(error.message) || ('code' in error && CODES.test(String(error.code)))));
