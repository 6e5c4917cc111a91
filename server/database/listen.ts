import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { ResilientClient, type ResilientConfig } from './resilientClient.ts';

/** How often it is checked that the connection still works, in milliseconds: a network may drop one without a word. */
const HEARTBEAT_MS = 5_000;
/** The pause before the first attempt to connect again, doubled after each, and the longest. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
/** How long a connection may take to end cleanly. */
const CLOSE_MS = 1_000;

/**
 * Listens to a channel of PostgreSQL on a connection of its own, for one that is borrowed and given back hears nothing
 * in between. `config` has to limit how long connecting and a query may take. When the connection breaks it is made
 * again, and `hear` gets null: something may have been missed. Resolves, once it listens, with how to stop; rejects when
 * the first connection cannot be made, and leaves none open then.
 */
export async function listenTo(
  config: ResilientConfig,
  channel: string,
  onPayload: (payload: string | null) => void,
): Promise<() => Promise<void>> {
  const stopped = new AbortController();

  async function connect(): Promise<pg.Client> {
    const client: pg.Client = new ResilientClient(config);
    client.on('notification', ({ payload }) => onPayload(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      return client;
    } catch (error) {
      void client.end();
      throw error;
    }
  }

  /** Resolves when the connection does not work any more, or nobody listens any more. */
  async function untilBroken(client: pg.Client): Promise<void> {
    const ended = new AbortController();
    client.once('end', () => ended.abort());
    const signal = AbortSignal.any([ended.signal, stopped.signal]);
    try {
      for (;;) {
        await delay(HEARTBEAT_MS, undefined, { ref: false, signal });
        await client.query('select 1');
      }
    } catch {
      await Promise.race([client.end(), delay(CLOSE_MS, undefined, { ref: false })]);
    }
  }

  /** A connection again; null when nobody listens any more. */
  async function reconnect(): Promise<pg.Client | null> {
    for (let pause = FIRST_PAUSE_MS; !stopped.signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        // Not all servers at once.
        const jittered = pause * (0.5 + Math.random() / 2);
        await delay(jittered, undefined, { ref: false, signal: stopped.signal });
        return await connect();
      } catch {
        // The database is still away; the pool's queries say so.
      }
    }
    return null;
  }

  async function keepListening(first: pg.Client): Promise<void> {
    for (let client: pg.Client | null = first; client;) {
      await untilBroken(client);
      client = await reconnect();
      if (client) onPayload(null);
    }
  }

  const listening = keepListening(await connect());
  return async () => {
    stopped.abort();
    await listening;
  };
}
