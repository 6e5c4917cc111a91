import pg from 'pg';

const isQueryTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

/**
 * A connection that fails its queries when it breaks, and never the process: the pool listens to the errors of idle
 * clients only. A query without an answer in time (`query_timeout`) ends its connection, because what follows on it would
 * wait for the same answer.
 */
export class ResilientClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => {
      // The queries of this connection reject, and the pool drops it.
    });
  }

  override query(...call: unknown[]): never {
    const query = super.query as (...parts: unknown[]) => unknown;
    const result = query.apply(this, call);
    if (!(result instanceof Promise)) return result as never;
    return result.catch((error: unknown) => {
      if (isQueryTimeout(error)) void this.end();
      throw error;
    }) as never;
  }
}
