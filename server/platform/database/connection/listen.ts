import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { ResilientClient, type ResilientConfig } from './resilientClient.ts';

/** A network may drop a connection silently. */
const HEARTBEAT_INTERVAL_MS = 5_000;
/** Doubles after each attempt to reconnect. */
const MIN_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 10_000;
/** How long closing a connection may take, in milliseconds. */
const CLOSE_TIMEOUT_MS = 1_000;

/**
 * Listens to a PostgreSQL channel on a separate connection, because a pooled one misses notifications after its release.
 * `config` must have timeouts for connecting and for queries. A broken connection is replaced, and `onPayload` is called with
 * null, because notifications may have been missed. Resolves once it listens, with the function that stops it. Rejects when the
 * first connection fails, and leaves no connection open.
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

  /** Resolves when the connection is broken, or when listening was stopped. */
  async function waitUntilBroken(client: pg.Client): Promise<void> {
    const broken = new AbortController();
    client.once('end', () => broken.abort());
    const signal = AbortSignal.any([broken.signal, stopped.signal]);
    try {
      for (;;) {
        await delay(HEARTBEAT_INTERVAL_MS, undefined, { ref: false, signal });
        await client.query('select 1');
      }
    } catch {
      await Promise.race([client.end(), delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    }
  }

  /** Resolves with a new connection; with null when listening was stopped. */
  async function reconnect(): Promise<pg.Client | null> {
    for (
      let backoff = MIN_BACKOFF_MS;
      !stopped.signal.aborted;
      backoff = Math.min(2 * backoff, MAX_BACKOFF_MS)
    ) {
      try {
        // The jitter spreads the reconnections of many servers.
        const jitteredBackoff = backoff * (0.5 + Math.random() / 2);
        await delay(jitteredBackoff, undefined, { ref: false, signal: stopped.signal });
        return await connect();
      } catch {
        // The database is still unavailable; the queries of the pool report it.
      }
    }
    return null;
  }

  async function keepListening(first: pg.Client): Promise<void> {
    for (let client: pg.Client | null = first; client;) {
      await waitUntilBroken(client);
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
