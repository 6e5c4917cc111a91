import type { FastifyReply } from 'fastify';
import plugin from 'fastify-plugin';
import { ApiError } from '../apiError.ts';

/**
 * The deadline of a request, in milliseconds, so that it gets a response within ten seconds. It is longer than connecting and one
 * statement may take. Some requests have several statements and provider calls, which together may take longer.
 */
export const DEADLINE_MS = 9_000;

interface Entry {
  /** Null when the response has started; another request can then use the entry. */
  reply: FastifyReply | null;
  /** By `performance.now()`. */
  due: number;
}

/**
 * Sends 'unavailable' (503) when a route of the plugin's scope has not started its response after `ms`. The work continues, and
 * a repeated request finds its result (ruling 29). Fastify's `handlerTimeout` is not used, because it ends when the body of the
 * request has been read.
 */
export default plugin<{ ms: number }>(async (app, { ms }) => {
  // Nearly all responses are sent long before the deadline, so one timer watches all requests, and entries are reused: a list that grows and shrinks with each request costs more garbage collection than the request itself.
  const entries: Entry[] = [];
  const freeEntries: Entry[] = [];
  const entryOf = Symbol('deadline');
  type WatchedReply = FastifyReply & { [entryOf]?: Entry | undefined };
  let timer: NodeJS.Timeout | undefined;

  function sendOverdueErrors(): void {
    const now = performance.now();
    let next = Infinity;
    for (const entry of entries) {
      const { reply, due } = entry;
      if (reply === null) continue;
      if (due > now) next = Math.min(next, due);
      else {
        release(reply);
        if (!reply.sent && !reply.raw.headersSent)
          void reply.send(new ApiError('unavailable', 'Not available at the moment, please try again'));
      }
    }
    timer = next === Infinity ? undefined : setTimeout(sendOverdueErrors, next - now);
  }

  function release(reply: WatchedReply): void {
    const entry = reply[entryOf];
    if (!entry) return;
    entry.reply = null;
    reply[entryOf] = undefined;
    freeEntries.push(entry);
  }

  app.addHook('onRequest', (_request, reply: WatchedReply, done) => {
    let entry = freeEntries.pop();
    if (!entry) entries.push((entry = { reply, due: 0 }));
    entry.reply = reply;
    entry.due = performance.now() + ms;
    reply[entryOf] = entry;
    timer ??= setTimeout(sendOverdueErrors, ms);
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    release(reply);
    done();
  });
  app.addHook('onClose', (_app, done) => {
    clearTimeout(timer);
    done();
  });
});
