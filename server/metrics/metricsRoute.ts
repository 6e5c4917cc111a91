import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import { ApiError } from '../platform/http/apiError.ts';
import type { Metrics } from './metrics.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** GET /metrics: metrics in Prometheus's text format. Throws 401 without the bearer token. */
const metricsRoute: FastifyPluginAsync<{ metrics: Metrics; token: string }> = async (
  app,
  { metrics, token },
) => {
  const expected = digest(`Bearer ${token}`);
  app.get('/metrics', async ({ headers }, reply) => {
    if (!timingSafeEqual(expected, digest(headers.authorization ?? ''))) {
      throw new ApiError('unauthenticated', 'The metrics need a bearer token');
    }
    return reply
      .type(metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.text());
  });
};
export default metricsRoute;
