/*
 * The timeouts of PostgreSQL, in milliseconds. They are nested, so that every request gets a response within ten seconds even
 * when the database does not respond (docs/decisions/0013-database-timeouts-and-clock.md). The database's lock timeout is shorter than
 * its statement timeout. The client's timeout for a statement is longer; when it passes, the connection is dead. Connecting and
 * one statement together take less time than the deadline of a request (server/platform/http/plugins/deadline.ts).
 */

/** How long a call waits for a new connection, or for a free one of the pool. */
export const CONNECT_TIMEOUT_MS = 3_000;
/** For migrations and other work without timeouts, which may use all connections of its pool. */
export const MIGRATION_CONNECT_TIMEOUT_MS = 30_000;
/** A read that takes longer goes to the primary. */
export const STANDBY_CONNECT_TIMEOUT_MS = 500;
/** PostgreSQL's `lock_timeout`. */
export const LOCK_TIMEOUT_MS = 3_000;
/** PostgreSQL's `statement_timeout`. */
export const STATEMENT_TIMEOUT_MS = 4_000;
/** How long the client waits for the result of a statement before it closes the connection. */
export const QUERY_TIMEOUT_MS = 5_000;
/** PostgreSQL's `idle_in_transaction_session_timeout`, which ends the transactions of servers that no longer run. */
export const IDLE_TRANSACTION_TIMEOUT_MS = 5_000;
/** How long a connection is idle before the operating system probes it. */
export const KEEP_ALIVE_DELAY_MS = 10_000;
