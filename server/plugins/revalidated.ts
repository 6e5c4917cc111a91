import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * An `onSend` hook for answers that are the same for everybody and seldom change: caches may keep them, and are told in
 * few bytes that what they have still holds. They must ask each time: browsers read the server's time from an answer
 * (ruling 4), which a kept one would put back.
 */
export async function revalidated(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
  const tag = `"${createHash('sha256').update(payload).digest('base64url')}"`;
  reply.headers({ 'cache-control': 'public, no-cache', etag: tag });
  if (!request.headers['if-none-match']?.includes(tag)) return payload;
  reply.code(304);
  return null;
}
