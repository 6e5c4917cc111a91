import pg from 'pg';

/** `responseTimeoutMs`: how long the database may take to answer a query, in milliseconds; for ever without. */
export type ResilientConfig = pg.ClientConfig & { readonly responseTimeoutMs?: number };

/**
 * A connection that fails its queries when it breaks, and never the process: the pool listens to the errors of idle
 * clients only. A database that is silent for too long ends the connection, and with it the query that waits, because
 * what follows on it would wait for the same answer. Queries come one after the other, as those of a pool do. One timer
 * watches them all; the driver's own `query_timeout` is a timer for each query and leaves the dead connection in use.
 */
export class ResilientClient extends pg.Client {
  readonly #responseTimeoutMs: number | undefined;
  /** Since when a query waits, by `performance.now()`; null when none does. */
  #since: number | null = null;
  #watch: NodeJS.Timeout | undefined;

  constructor(config: ResilientConfig = {}) {
    super(config);
    this.#responseTimeoutMs = config.responseTimeoutMs;
    this.on('error', () => {
      // The queries of this connection reject, and the pool drops it.
    });
    this.on('drain', () => (this.#since = null));
    this.once('end', () => clearTimeout(this.#watch));
  }

  override query(...call: unknown[]): never {
    if (this.#responseTimeoutMs !== undefined) {
      this.#since = performance.now();
      this.#watch ??= this.#watchFor(this.#responseTimeoutMs, this.#responseTimeoutMs);
    }
    return (super.query as (...parts: unknown[]) => never).apply(this, call);
  }

  #watchFor(ms: number, responseTimeoutMs: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#watch = undefined;
      if (this.#since === null) return;
      const left = this.#since + responseTimeoutMs - performance.now();
      if (left > 0) this.#watch = this.#watchFor(left, responseTimeoutMs);
      else void this.end();
    }, ms).unref();
  }
}
