import type pg from 'pg';
import { SetupError } from '../../config/setupError.ts';

/** A connection to the database, or to a pooler in front of it. */
export type Connection = Pick<pg.Client, 'end'> & {
  query(text: string): Promise<{ readonly rows: readonly unknown[] }>;
};

/** A pooler may give a connection its previous session by chance, so it is checked more than once. */
const ATTEMPTS = 3;

async function sessionOf(connection: Connection): Promise<number> {
  const { rows } = await connection.query('select pg_backend_pid() as pid');
  return (rows[0] as { pid: number }).pid;
}

/**
 * Throws a `SetupError` when a pooler gives each transaction another session of the database. The servers need sessions: they
 * listen to notifications, and prepare their statements. While other connections are in a transaction, a pooler that shares
 * sessions has to give this one another session than before. `connect` opens a connection.
 */
export async function checkSessions(connect: () => Promise<Connection>): Promise<void> {
  const connections: Connection[] = [];
  const open = async (): Promise<Connection> => {
    const connection = await connect();
    connections.push(connection);
    return connection;
  };
  try {
    const own = await open();
    const first = await sessionOf(own);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const other = await open();
      await other.query('begin');
      await sessionOf(other);
      if ((await sessionOf(own)) === first) continue;
      throw new SetupError(
        'DATABASE_URL leads to a pooler that shares sessions between transactions (pool_mode = transaction or statement). ' +
          'The server needs sessions: set pool_mode = session for this database (docs/runbook.md).',
      );
    }
  } finally {
    await Promise.all(connections.map((connection) => connection.end().catch(() => undefined)));
  }
}
