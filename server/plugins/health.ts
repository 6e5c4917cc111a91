import { sql } from 'kysely';
import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '../database/schema.ts';

/** `/healthz`: the process answers. `/readyz`: it can also reach its database; 503 when not. */
const health: FastifyPluginAsync<{ database: Database }> = async (app, { database }) => {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    await sql`select 1`.execute(database);
    return { status: 'ready' };
  });
};
export default health;
