/** Node's and PostgreSQL's codes for 'not now': no connection, shutting down, too busy, or lost to others every time. */
const CODES =
  /^(?:08...|53...|57P0[1-5]|25006|40001|40P01|ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH)$/;
/** node-postgres gives these no code. */
const MESSAGES = /^(?:timeout exceeded when trying to connect|Connection terminated)/;

/** True for an error that says nothing about the query: the database cannot be used at the moment. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Error &&
  (MESSAGES.test(error.message) || ('code' in error && CODES.test(String(error.code))));
