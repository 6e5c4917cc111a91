import type { FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { loggedPath } from '../log.ts';

/** Requests of proxies and monitoring, which would fill the log. */
const UNLOGGED_PATHS = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Writes one log line when the response of a request has ended: its method, path without the query, status, duration in
 * milliseconds, and the visitor's address. `aborted`: the visitor closed the connection before the end of the response; a live
 * view always ends so.
 */
export function logWhenEnded(request: FastifyRequest, reply: FastifyReply): void {
  const { method, originalUrl, ip } = request;
  const path = loggedPath(originalUrl);
  if (UNLOGGED_PATHS.has(path)) return;
  reply.raw.once('close', () => {
    const ms = Math.round(reply.elapsedTime);
    const aborted = !reply.raw.writableFinished;
    request.log.info(
      { method, path, status: reply.raw.statusCode, ms, ip, ...(aborted && { aborted }) },
      'request',
    );
  });
}

/** Also contains requests for unknown paths and files. */
export default plugin(async (app) => {
  app.addHook('onRequest', (request, reply, done) => {
    logWhenEnded(request, reply);
    done();
  });
});
