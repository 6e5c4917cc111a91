import pg from 'pg';

/** `responseTimeoutMs`: the timeout of a query, in milliseconds; none when absent. */
export type ResilientConfig = pg.ClientConfig & { readonly responseTimeoutMs?: number };

/**
 * A connection whose break fails its queries and never the process; the pool handles errors of idle clients only. A
 * silent database ends the connection and its waiting query, because the next query would wait for the same response.
 * Queries run one after the other, as in a pool. One timer watches them all; the driver's `query_timeout` uses a timer
 * per query and leaves the dead connection in use.
 */
export class ResilientClient extends pg.Client {
  readonly #responseTimeoutMs: number | undefined;
  /** When the waiting query was sent, by `performance.now()`; null when none waits. */
  #since: number | null = null;
  #watch: NodeJS.Timeout | undefined;

  constructor(config: ResilientConfig = {}) {
    super(config);
    this.#responseTimeoutMs = config.responseTimeoutMs;
    this.on('error', () => {
      // The connection's queries reject, and the pool drops it.
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
