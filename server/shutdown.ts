import type { FastifyInstance } from 'fastify';

/** How long everything may take after the signal to stop, in milliseconds. */
const SHUTDOWN_MS = 10_000;

interface Running {
  readonly app: Pick<FastifyInstance, 'close'>;
  /** Stops one background job each; resolves when it has reached the next place where it can be left. */
  readonly jobs: readonly (() => Promise<void>)[];
  /** Closes the database. */
  readonly close: () => Promise<void>;
}

/**
 * Stops a server in the order that loses nothing: new connections are refused at once and requests in progress are
 * answered; the jobs, which start nothing new meanwhile, end; then the database is closed. A job that waits for somebody
 * else never delays the first step.
 */
export async function shutDown({ app, jobs, close }: Running): Promise<void> {
  const closed = app.close();
  const stopped = jobs.map((stop) => stop());
  await closed;
  await Promise.all(stopped);
  await close();
}

/**
 * Shuts down on SIGTERM or SIGINT and ends the process: with code 0, or with 1 when that failed or took too long. Further
 * signals change nothing: one press of Ctrl+C often arrives twice, from the terminal and from npm, and the time is limited
 * anyway.
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
