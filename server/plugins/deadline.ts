import type { FastifyReply } from 'fastify';
import plugin from 'fastify-plugin';
import { ApiError } from '../apiError.ts';

/**
 * The deadline of a request, in milliseconds, so that it is answered within ten seconds: longer than a connection and
 * one statement may take, shorter than all statements and provider calls of some requests together.
 */
export const DEADLINE_MS = 9_000;

interface Pending {
  /** Null once the response has started; the entry is then free for another request. */
  reply: FastifyReply | null;
  /** By `performance.now()`. */
  due: number;
}

/**
 * Sends 'unavailable' (503) for each route of its scope that has not started to respond after `ms`. The work continues;
 * a repeated request finds its result (ruling 29). Own code, because the framework's `handlerTimeout` ends when the
 * request's body has been read.
 */
export default plugin<{ ms: number }>(async (app, { ms }) => {
  // Nearly every request is answered long before its deadline, so one timer watches them all and entries are reused: a
  // list that grows and shrinks with each request costs the garbage collector more than the request itself.
  const entries: Pending[] = [];
  const free: Pending[] = [];
  const entryOf = Symbol('deadline');
  type WatchedReply = FastifyReply & { [entryOf]?: Pending | undefined };
  let timer: NodeJS.Timeout | undefined;

  function answerLate(): void {
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
    timer = next === Infinity ? undefined : setTimeout(answerLate, next - now);
  }

  function release(reply: WatchedReply): void {
    const entry = reply[entryOf];
    if (!entry) return;
    entry.reply = null;
    reply[entryOf] = undefined;
    free.push(entry);
  }

  app.addHook('onRequest', (_request, reply: WatchedReply, done) => {
    let entry = free.pop();
    if (!entry) entries.push((entry = { reply, due: 0 }));
    entry.reply = reply;
    entry.due = performance.now() + ms;
    reply[entryOf] = entry;
    timer ??= setTimeout(answerLate, ms);
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
