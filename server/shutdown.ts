import type { FastifyInstance } from 'fastify';

/** How long a shutdown may take, in milliseconds. */
const SHUTDOWN_MS = 10_000;

interface Running {
  readonly app: Pick<FastifyInstance, 'close'>;
  /** Stops one background job each; resolves when its current item is finished. */
  readonly jobs: readonly (() => Promise<void>)[];
  /** Closes the database. */
  readonly close: () => Promise<void>;
}

/**
 * Stops a server without losing work: new connections are refused and requests in progress are answered; the jobs
 * finish their current item; then the database is closed. A job that waits for another server never delays the first
 * step.
 */
export async function shutDown({ app, jobs, close }: Running): Promise<void> {
  const closed = app.close();
  const stopped = jobs.map((stop) => stop());
  await closed;
  await Promise.all(stopped);
  await close();
}

/**
 * Shuts down on SIGTERM or SIGINT and exits with code 0, or with 1 when that failed or took too long. Further signals
 * are ignored: Ctrl+C often arrives twice, from the terminal and from npm.
 */
export function stopOnSignal(running: Running): void {
  let stopping = false;
  async function stop(): Promise<void> {
    setTimeout(() => {
      console.error(`The server did not finish within ${SHUTDOWN_MS / 1000} s of the signal and is ended.`);
      process.exit(1);
    }, SHUTDOWN_MS).unref();
    try {
      await shutDown(running);
    } catch (error) {
      console.error(error);
      process.exit(1);
    }
    process.exit(0);
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      void stop();
    });
  }
}
