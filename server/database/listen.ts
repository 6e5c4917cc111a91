import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { ResilientClient, type ResilientConfig } from './resilientClient.ts';

/** The interval of checks, in milliseconds, because a network may drop a connection silently. */
const HEARTBEAT_MS = 5_000;
/** The pause before the first reconnection, doubled after each, and the longest. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
/** How long closing a connection may take, in milliseconds. */
const CLOSE_MS = 1_000;

/**
 * Listens to a PostgreSQL channel on its own connection, because a pooled one misses notifications after its release.
 * `config` must limit connecting and queries. A broken connection is replaced, and `onPayload` then gets null:
 * notifications may have been missed. Resolves once it listens, with the function that stops it; rejects, with no
 * connection left open, when the first connection fails.
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

  /** Resolves when the connection is broken or listening was stopped. */
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

  /** A new connection; null when listening was stopped. */
  async function reconnect(): Promise<pg.Client | null> {
    for (let pause = FIRST_PAUSE_MS; !stopped.signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        // Jitter, so that servers do not all reconnect at once.
        const jittered = pause * (0.5 + Math.random() / 2);
        await delay(jittered, undefined, { ref: false, signal: stopped.signal });
        return await connect();
      } catch {
        // The database is still unavailable; the pool's queries report it.
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
