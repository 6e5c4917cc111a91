import plugin from 'fastify-plugin';
import type { Config } from '../platform/config/config.ts';
import type { Metrics, MetricsDeps } from './metrics.ts';
import requestTimes from './requestTimes.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Null without METRICS_TOKEN. */
    metrics: Metrics | null;
  }
}

interface Options extends MetricsDeps {
  readonly config: Config;
}

/** Creates the metrics where METRICS_TOKEN is set. Otherwise their library is not loaded, because loading it slows the start. */
export default plugin<Options>(async (app, { config, ...deps }) => {
  app.decorate('metrics', null);
  if (config.metricsToken === undefined) return;
  const { createMetrics } = await import('./metrics.ts');
  app.metrics = createMetrics(deps);
  await app.register(requestTimes, { metrics: app.metrics });
});
