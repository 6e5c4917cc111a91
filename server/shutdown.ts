import type { FastifyInstance } from 'fastify';

/** How long a shutdown may take, in milliseconds. */
const SHUTDOWN_MS = 10_000;

interface RunningServer {
  readonly app: Pick<FastifyInstance, 'close'>;
  /** Each function stops one background job and resolves when its current item is finished. */
  readonly jobs: readonly (() => Promise<void>)[];
  /** Closes the database. */
  readonly close: () => Promise<void>;
}

/**
 * Stops a server without losing work: new connections are refused, requests in progress get their responses, and the jobs
 * finish their current item; then the database is closed. The jobs stop concurrently with the server, so a job that waits for
 * another server does not delay the responses.
 */
export async function shutDown({ app, jobs, close }: RunningServer): Promise<void> {
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
export function stopOnSignal(running: RunningServer): void {
  let stopping = false;
  async function stop(): Promise<void> {
    setTimeout(() => {
      console.error(`The server did not stop within ${SHUTDOWN_MS / 1000} s of the signal and is killed.`);
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
