import type { FastifyPluginAsync } from 'fastify';
import type { Config } from '../platform/config/config.ts';
import deadline, { DEADLINE_MS } from '../platform/http/plugins/deadline.ts';
import metricsRoute from './metricsRoute.ts';

/** Nothing without METRICS_TOKEN, or when METRICS_PORT has a server of its own for them. */
const metricsRoutes: FastifyPluginAsync<{ config: Config }> = async (app, { config }) => {
  const { metricsToken: token, metricsAddress, timeoutFactor } = config;
  const { metrics } = app;
  if (!metrics || token === undefined || metricsAddress !== undefined) return;
  await app.register(deadline, { ms: timeoutFactor * DEADLINE_MS });
  await app.register(metricsRoute, { metrics, token });
};
export default metricsRoutes;
