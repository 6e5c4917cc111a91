import type { FastifyPluginAsync } from 'fastify';
import { checkDiskSpace } from '../../database/connection/diskSpace.ts';
import type { Database } from '../../database/schema.ts';
import { ApiError } from '../apiError.ts';
import deadline from './deadline.ts';

/** How long `/readyz` waits for the database, in milliseconds. */
const READY_MS = 3_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the server is about to stop: it still serves, and asks its proxy for no further requests. */
    draining: { value: boolean };
  }
}

interface HealthDeps {
  readonly database: Database;
  /** A read that visitors need, such as the availability of rooms. */
  readonly read: () => Promise<unknown>;
}

/**
 * `/healthz` shows that the process responds. `/readyz` shows that the server can serve visitors: it uses what their requests
 * use, a connection of the pool, a read of visitors and space on the database's disk. Otherwise, and when the server is
 * about to stop, it responds with 503, after three seconds at the latest.
 */
const health: FastifyPluginAsync<HealthDeps> = async (app, { database, read }) => {
  await app.register(deadline, { ms: READY_MS });

  /** Concurrent requests share it. */
  let check: Promise<unknown> | null = null;
  const runCheck = () => Promise.all([checkDiskSpace(database), read()]).finally(() => (check = null));

  const tags = ['Operation'];
  app.get(
    '/healthz',
    { schema: { operationId: 'isAlive', tags, summary: 'The process runs' } },
    async () => ({
      status: 'ok',
    }),
  );
  const ready = { operationId: 'isReady', tags, summary: 'The server can serve requests' };
  app.get('/readyz', { schema: ready }, async () => {
    if (app.draining.value) throw new ApiError('unavailable', 'This server is restarting');
    await (check ??= runCheck());
    return { status: 'ready' };
  });
};
export default health;
