import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How long a shutdown may take after the server has stopped accepting requests, in milliseconds. */
const SHUTDOWN_MS = 10_000;

interface RunningServer {
  readonly app: Pick<FastifyInstance, 'close' | 'draining' | 'log' | 'server'>;
  /**
   * How long the server still serves after it has begun to answer 503 at `/readyz`, in milliseconds: longer than its proxy needs
   * to notice that.
   */
  readonly drainMs: number;
  /** Each function stops one background job and resolves when its current item is finished. */
  readonly jobs: readonly (() => Promise<void>)[];
  readonly close: () => Promise<void>;
}

/** A turn of the event loop that takes longer than this has handled requests, in milliseconds. */
const QUIET_TURN_MS = 0.5;
const MAX_TURNS = 200;

/**
 * Resolves directly after a turn of the event loop in which nothing happened except that all waiting connections were accepted.
 * The system resets connections that wait when a listener is closed, and a proxy cannot repeat a POST that it has sent on one.
 */
async function quietTurn(): Promise<void> {
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const began = performance.now();
    await nextTurn();
    if (performance.now() - began < QUIET_TURN_MS) return;
  }
}

/**
 * Stops a server without losing work: `/readyz` answers 503, and after `drainMs` new connections are refused, requests in
 * progress get their responses, and the jobs finish their current item; then the database is closed. The jobs stop concurrently with
 * the server, so a job that waits for another server does not delay the responses.
 */
export async function shutDown(
  { app, drainMs, jobs, close }: RunningServer,
  wait: (ms: number) => Promise<unknown> = delay,
): Promise<void> {
  app.draining.value = true;
  await wait(drainMs);
  await quietTurn();
  const answered = new Promise<void>((resolve) => app.server.close(() => resolve()));
  const closed = app.close();
  const stopped = jobs.map((stop) => stop());
  await Promise.all([answered, closed]);
  await Promise.all(stopped);
  await close();
}

/**
 * Shuts down on SIGTERM or SIGINT and exits with code 0, or with 1 when that failed or took too long. Further signals
 * are ignored: Ctrl+C often arrives twice, from the terminal and from npm.
 */
export function stopOnSignal(running: RunningServer): void {
  let stopping = false;
  async function stop(signal: string): Promise<void> {
    const { log } = running.app;
    log.info({ signal, drainMs: running.drainMs }, 'stopping');
    setTimeout(() => {
      console.error(`The server did not stop within ${SHUTDOWN_MS / 1000} s and is killed.`);
      process.exit(1);
    }, running.drainMs + SHUTDOWN_MS).unref();
    try {
      await shutDown(running);
      log.info('stopped');
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
      void stop(signal);
    });
  }
}
