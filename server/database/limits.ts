/*
 * The timeouts of PostgreSQL, in milliseconds. They are nested, so that every request is answered within ten seconds
 * even when the database does not respond (docs/decisions/0013-no-wait-without-an-end.md): the database's lock timeout
 * is shorter than its statement timeout; the client's timeout is longer and means that the connection is dead;
 * connecting and one statement together are shorter than the deadline of a request (server/plugins/deadline.ts).
 */

/** For a new connection, or a free one of the pool. */
export const CONNECT_MS = 3_000;
/** The same for work without limits, which may use up the pool's connections itself. */
export const UNLIMITED_CONNECT_MS = 30_000;
/** The same to a standby: the primary is asked when it takes longer. */
export const STANDBY_CONNECT_MS = 500;
/** For a lock: `lock_timeout`. */
export const LOCK_MS = 3_000;
/** For a statement in PostgreSQL: `statement_timeout`. */
export const STATEMENT_MS = 4_000;
/** For a statement on this side, which then closes the connection. */
export const QUERY_MS = 5_000;
/** For a transaction without a server: `idle_in_transaction_session_timeout`. */
export const IDLE_TRANSACTION_MS = 5_000;
/** Before the system probes an idle connection. */
export const KEEP_ALIVE_MS = 10_000;
