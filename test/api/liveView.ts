import { paths } from '../../contract/paths.ts';
import type { TestServer } from './startServer.ts';

/** A visitor's open stream of a day. */
export interface LiveView {
  readonly status: number;
  /** The data of the next event: a room's id, or ''; null once the stream has ended. */
  next(): Promise<string | null>;
  close(): void;
}

/** Watches a day as the site does; resolved once the server has begun to tell. */
export async function watchDay(server: Pick<TestServer, 'url'>, date: string): Promise<LiveView> {
  const leave = new AbortController();
  const response = await fetch(`${server.url}${paths.liveSlots}?date=${date}`, { signal: leave.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    status: response.status,
    async next() {
      for (;;) {
        const [, before, data] = /^([\s\S]*?)data: ?(.*)\n\n/.exec(text) ?? [];
        if (data !== undefined) {
          text = text.slice((before ?? '').length + `data: ${data}\n\n`.length);
          return data;
        }
        const read = await reader?.read();
        if (read === undefined || read.done) return null;
        text += read.value;
      }
    },
    close: () => leave.abort(),
  };
}
