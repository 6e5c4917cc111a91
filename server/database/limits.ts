/*
 * How long anything may wait for PostgreSQL, in milliseconds. The limits fit into each other, so that every request is
 * answered within ten seconds whatever the database does (docs/decisions/0013-no-wait-without-an-end.md): the database
 * itself gives up a lock, then a statement; this side gives up a statement later, which then means that the connection
 * is dead; and a connection and a statement together are shorter than a request (server/plugins/deadline.ts).
 */

/** Until a connection is made, or one of the pool is free. */
export const CONNECT_MS = 3_000;
/** The same for work without limits, which keeps the pool's connections busy by itself. */
export const UNLIMITED_CONNECT_MS = 30_000;
/** Until a lock that another transaction has is given up: `lock_timeout`. */
export const LOCK_MS = 3_000;
/** Until PostgreSQL ends a statement: `statement_timeout`. */
export const STATEMENT_MS = 4_000;
/** Until this side ends a statement, with its connection. */
export const QUERY_MS = 5_000;
/** Until PostgreSQL ends a transaction whose server has gone: `idle_in_transaction_session_timeout`. */
export const IDLE_TRANSACTION_MS = 5_000;
/** Until the system begins to check an idle connection. */
export const KEEP_ALIVE_MS = 10_000;
