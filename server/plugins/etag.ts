import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The number of cached responses per route. */
const MAX_CACHED = 50;

interface CachedResponse {
  readonly payload: string;
  readonly tag: string;
  /** The version of the content that it shows. */
  readonly version: string;
}

const tagOf = (payload: string): string => `"${createHash('sha256').update(payload).digest('base64url')}"`;

/** The version of the content that a request's response shows; read before it, so that it is never newer. */
const shownVersion = Symbol('version');
type VersionedRequest = FastifyRequest & { [shownVersion]?: string };

/**
 * Hooks for routes whose responses are the same for everybody and seldom change. The server caches them until their
 * content has another version (decision 0069). Clients may cache them but must revalidate (ETag) each time, because
 * browsers read the server's time from the response (ruling 4).
 */
export function etag(readVersion: () => Promise<string>): {
  preHandler(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
  onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown>;
} {
  const answers = new Map<string, CachedResponse>();

  /** The cached response, or this one, cached in place of the oldest. */
  function cache(url: string, payload: string, version: string): CachedResponse {
    const known = answers.get(url);
    if (known?.payload === payload && known.version === version) return known;
    const tag = known?.payload === payload ? known.tag : tagOf(payload);
    const kept = { payload, tag, version };
    answers.delete(url);
    const [oldest] = answers.keys();
    if (answers.size >= MAX_CACHED && oldest !== undefined) answers.delete(oldest);
    answers.set(url, kept);
    return kept;
  }

  return {
    async preHandler(request: VersionedRequest, reply) {
      const version = await readVersion();
      request[shownVersion] = version;
      const known = answers.get(request.url);
      if (known?.version !== version) return undefined;
      return reply.type('application/json; charset=utf-8').send(known.payload);
    },
    async onSend(request: VersionedRequest, reply, payload) {
      const version = request[shownVersion];
      if (reply.statusCode !== 200 || typeof payload !== 'string' || version === undefined) return payload;
      const { tag } = cache(request.url, payload, version);
      reply.headers({ 'cache-control': 'public, no-cache', etag: tag });
      if (!request.headers['if-none-match']?.includes(tag)) return payload;
      reply.code(304);
      return null;
    },
  };
}
