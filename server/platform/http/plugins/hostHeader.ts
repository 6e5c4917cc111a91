import type { FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { ApiError } from '../apiError.ts';

/** Node's `headers` has only the first one. */
function countHostHeaders({ raw: { rawHeaders } }: FastifyRequest): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

/** Rejects a request with several Host headers (400), because a proxy may use another one than this server (RFC 9112, 3.2). */
export default plugin(async (app) => {
  app.addHook('onRequest', (request, _reply, done) => {
    if (countHostHeaders(request) > 1)
      done(new ApiError('bad-input', 'The request has more than one Host header'));
    else done();
  });
});
