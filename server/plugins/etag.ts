import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** For how long an answer is given again without asking the database, in milliseconds. */
const CACHE_MS = 2_000;
/** How many answers of a route are kept. */
const MAX_CACHED = 50;

interface CachedResponse {
  readonly payload: string;
  readonly tag: string;
  readonly until: number;
}

const tagOf = (payload: string): string => `"${createHash('sha256').update(payload).digest('base64url')}"`;

/**
 * A route's hooks for answers that are the same for everybody and seldom change. For a moment the server gives them again
 * as they are. Caches may keep them, and are told in few bytes that what they have still holds. They must ask each time:
 * browsers read the server's time from an answer (ruling 4), which a kept one would put back.
 */
export function etag(): {
  preHandler(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
  onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown>;
} {
  const answers = new Map<string, CachedResponse>();

  /** The answer that is kept, or this one, kept from now on in the place of the oldest. */
  function cache(url: string, payload: string): CachedResponse {
    const known = answers.get(url);
    const now = performance.now();
    if (known && known.payload === payload && known.until > now) return known;
    const tag = known?.payload === payload ? known.tag : tagOf(payload);
    const kept = { payload, tag, until: now + CACHE_MS };
    answers.delete(url);
    const [oldest] = answers.keys();
    if (answers.size >= MAX_CACHED && oldest !== undefined) answers.delete(oldest);
    answers.set(url, kept);
    return kept;
  }

  return {
    async preHandler(request, reply) {
      const known = answers.get(request.url);
      if (!known || known.until <= performance.now()) return undefined;
      return reply.type('application/json; charset=utf-8').send(known.payload);
    },
    async onSend(request, reply, payload) {
      if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
      const { tag } = cache(request.url, payload);
      reply.headers({ 'cache-control': 'public, no-cache', etag: tag });
      if (!request.headers['if-none-match']?.includes(tag)) return payload;
      reply.code(304);
      return null;
    },
  };
}
