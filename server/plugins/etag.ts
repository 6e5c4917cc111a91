import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** How long a response is cached on the server, in milliseconds. */
const CACHE_MS = 2_000;
/** The number of cached responses per route. */
const MAX_CACHED = 50;

interface CachedResponse {
  readonly payload: string;
  readonly tag: string;
  readonly until: number;
}

const tagOf = (payload: string): string => `"${createHash('sha256').update(payload).digest('base64url')}"`;

/**
 * Hooks for routes whose responses are the same for everybody and seldom change. The server caches them briefly.
 * Clients may cache them but must revalidate (ETag) each time, because browsers read the server's time from the
 * response (ruling 4).
 */
export function etag(): {
  preHandler(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
  onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown>;
} {
  const answers = new Map<string, CachedResponse>();

  /** The cached response, or this one, cached in place of the oldest. */
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
