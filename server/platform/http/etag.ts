import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Responses per route. */
const MAX_CACHED = 50;

interface CachedResponse {
  readonly payload: string;
  readonly tag: string;
  /** Of the content in the response. */
  readonly version: string;
}

const tagOf = (payload: string): string => `"${createHash('sha256').update(payload).digest('base64url')}"`;

/** Read before the content, so that it is never newer than the response. */
const contentVersion = Symbol('version');
type VersionedRequest = FastifyRequest & { [contentVersion]?: string };

/**
 * Hooks for routes whose responses are the same for all visitors and seldom change. The server caches a response until its content
 * has another version (decision 0069). Clients may cache it but must revalidate it (ETag) each time, because browsers read the
 * server's time from the response (ruling 4).
 */
export function etag(readVersion: () => Promise<string>): {
  preHandler(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
  onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown>;
} {
  const cachedResponses = new Map<string, CachedResponse>();

  /** Returns the cached response if it is equal; otherwise caches this one, instead of the oldest when the cache is full. */
  function cache(url: string, payload: string, version: string): CachedResponse {
    const existing = cachedResponses.get(url);
    if (existing?.payload === payload && existing.version === version) return existing;
    const tag = existing?.payload === payload ? existing.tag : tagOf(payload);
    const cached = { payload, tag, version };
    cachedResponses.delete(url);
    const [oldest] = cachedResponses.keys();
    if (cachedResponses.size >= MAX_CACHED && oldest !== undefined) cachedResponses.delete(oldest);
    cachedResponses.set(url, cached);
    return cached;
  }

  return {
    async preHandler(request: VersionedRequest, reply) {
      const version = await readVersion();
      request[contentVersion] = version;
      const cached = cachedResponses.get(request.url);
      if (cached?.version !== version) return undefined;
      return reply.type('application/json; charset=utf-8').send(cached.payload);
    },
    async onSend(request: VersionedRequest, reply, payload) {
      const version = request[contentVersion];
      if (reply.statusCode !== 200 || typeof payload !== 'string' || version === undefined) return payload;
      const { tag } = cache(request.url, payload, version);
      reply.headers({ 'cache-control': 'public, no-cache', etag: tag });
      if (!request.headers['if-none-match']?.includes(tag)) return payload;
      reply.code(304);
      return null;
    },
  };
}
