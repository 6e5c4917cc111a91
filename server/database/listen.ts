import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** Between attempts to listen again, in milliseconds. */
const RETRY_MS = 1_000;

/**
 * Listens to a channel of PostgreSQL on a connection of its own, for one that is borrowed and given back hears nothing
 * in between. When the connection breaks it is made again, and `hear` is told null: something may have been missed.
 * Resolves, once it listens, with how to stop; rejects when the first connection cannot be made.
 */
export async function listenTo(
  connectionString: string,
  channel: string,
  hear: (payload: string | null) => void,
): Promise<() => Promise<void>> {
  const over = new AbortController();

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString, keepAlive: true });
    client.on('error', () => {
      // What ends the connection; 'end' follows.
    });
    client.on('notification', ({ payload }) => hear(payload ?? ''));
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    client.once('end', () => void reconnect());
    return client;
  }

  async function reconnect(): Promise<void> {
    while (!over.signal.aborted) {
      await delay(RETRY_MS, undefined, { ref: false });
      try {
        listening = connect();
        await listening;
        if (over.signal.aborted) return;
        hear(null);
        return;
      } catch {
        // The database is still away; the pool's queries say so.
      }
    }
  }

  let listening = connect();
  await listening;
  return async () => {
    over.abort();
    await listening.then(
      (client) => client.end(),
      () => undefined,
    );
  };
}
