import pg from 'pg';

/** `responseTimeoutMs`: the timeout of a query, in milliseconds; none when absent. */
export type ResilientConfig = pg.ClientConfig & { readonly responseTimeoutMs?: number };

/**
 * A connection whose failure rejects its queries and does not crash the process; the pool handles only the errors of idle
 * clients. When the database does not respond in time, the connection is closed and the waiting query rejects, because the next
 * query would wait for the same response. Queries must run one after the other, as in a pool. One timer watches all queries; the
 * driver's `query_timeout` uses a timer per query and keeps the dead connection in use.
 */
export class ResilientClient extends pg.Client {
  readonly #responseTimeoutMs: number | undefined;
  /** When the waiting query was sent, by `performance.now()`; null when no query waits. */
  #waitingSince: number | null = null;
  #watchTimer: NodeJS.Timeout | undefined;

  constructor(config: ResilientConfig = {}) {
    super(config);
    this.#responseTimeoutMs = config.responseTimeoutMs;
    this.on('error', () => {
      // The queries of the connection reject, and the pool discards it.
    });
    this.on('drain', () => (this.#waitingSince = null));
    this.once('end', () => clearTimeout(this.#watchTimer));
  }

  override query(...args: unknown[]): never {
    if (this.#responseTimeoutMs !== undefined) {
      this.#waitingSince = performance.now();
      this.#watchTimer ??= this.#startWatch(this.#responseTimeoutMs, this.#responseTimeoutMs);
    }
    return (super.query as (...args: unknown[]) => never).apply(this, args);
  }

  #startWatch(ms: number, responseTimeoutMs: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#watchTimer = undefined;
      if (this.#waitingSince === null) return;
      const remainingMs = this.#waitingSince + responseTimeoutMs - performance.now();
      if (remainingMs > 0) this.#watchTimer = this.#startWatch(remainingMs, responseTimeoutMs);
      else void this.end();
    }, ms).unref();
  }
}
