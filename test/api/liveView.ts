import { setTimeout as delay } from 'node:timers/promises';
import { paths } from '../../contract/paths.ts';
import type { TestServer } from './startServer.ts';

const TIMEOUT_MS = 90_000;

const noEvent = async (): Promise<never> => {
  await delay(TIMEOUT_MS, undefined, { ref: false });
  throw new Error(`no event arrived within ${TIMEOUT_MS} ms`);
};

/** Sent by the server when there are no events. */
const HEARTBEAT = 'event: heartbeat\ndata:\n\n';

/** A visitor's open event stream of a day. */
export interface LiveView {
  readonly status: number;
  /** Data of the next event: a room's id, or ''; null when the stream has ended. Throws after a timeout. */
  next(): Promise<string | null>;
  /** Before the events read so far. */
  heartbeats(): number;
  close(): void;
}

/**
 * Opens the event stream of a day as the site does. Resolves at the server's first event. `from`: the visitor's address, for a
 * server that trusts this machine as a proxy.
 */
export async function watchDay(
  server: Pick<TestServer, 'url'>,
  date: string,
  from?: string,
): Promise<LiveView> {
  const leave = new AbortController();
  const response = await fetch(`${server.url}${paths.liveSlots}?date=${date}`, {
    signal: leave.signal,
    headers: { ...(from !== undefined && { 'x-forwarded-for': from }) },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let heartbeats = 0;
  return {
    status: response.status,
    async next() {
      for (;;) {
        while (text.includes(HEARTBEAT)) {
          text = text.replace(HEARTBEAT, '');
          heartbeats += 1;
        }
        const [, before, data] = /^([\s\S]*?)data: ?(.*)\n\n/.exec(text) ?? [];
        if (data !== undefined) {
          text = text.slice((before ?? '').length + `data: ${data}\n\n`.length);
          return data;
        }
        const read = await Promise.race([reader?.read(), noEvent()]);
        if (read === undefined || read.done) return null;
        text += read.value;
      }
    },
    heartbeats: () => heartbeats,
    close: () => leave.abort(),
  };
}
