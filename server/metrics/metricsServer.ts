import Fastify, { type FastifyInstance } from 'fastify';
import deadline, { DEADLINE_MS } from '../platform/http/plugins/deadline.ts';
import errors from '../platform/http/errors.ts';
import { requestIds } from '../platform/http/requestIds.ts';
import metricsRoute from './metricsRoute.ts';
import type { Metrics } from './metrics.ts';

/** A separate server for the metrics, at an address that visitors cannot reach. It has no other route. */
export async function metricsServer(metrics: Metrics, token: string): Promise<FastifyInstance> {
  const app = Fastify({ genReqId: requestIds() });
  await app.register(errors);
  await app.register(deadline, { ms: DEADLINE_MS });
  await app.register(metricsRoute, { metrics, token });
  return app;
}
