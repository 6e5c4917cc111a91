import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import {
  checkSessions,
  type Connection,
} from '../../../server/platform/database/connection/checkSessions.ts';

/* The start refuses a pooler that shares sessions. `npm run drills -- --only PgBouncer` does the same with PgBouncer. */

const pool = new pg.Pool({ connectionString: inject('postgresUrl'), max: 8 });
afterAll(() => pool.end());

/** A connection to a pooler in transaction mode: outside of a transaction, each statement gets any idle session. */
async function connectToSharedSessions(): Promise<Connection> {
  let pinned: pg.PoolClient | undefined;
  return {
    async query(text) {
      if (text === 'begin') pinned = await pool.connect();
      return (pinned ?? pool).query<object>(text);
    },
    end: async () => pinned?.release(true),
  };
}
const connectToPostgres = async (): Promise<Connection> => {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  return client;
};

test('connections with their own sessions are accepted', async () => {
  await expect(checkSessions(connectToPostgres)).resolves.toBeUndefined();
});

test('a pooler that shares sessions between transactions is refused with a sentence that says what to set', async () => {
  await expect(checkSessions(connectToSharedSessions)).rejects.toThrow(/set pool_mode = session/);
});
