import plugin from 'fastify-plugin';
import type { Metrics } from './metrics.ts';

/** For files and unknown paths, because the number of paths is unlimited. */
const NO_ROUTE = 'none';

/** Records the duration of each request, except live views, which stay open while a visitor looks at the page. */
export default plugin<{ metrics: Pick<Metrics, 'observeRequest'> }>(async (app, { metrics }) => {
  app.addHook('onResponse', (request, reply, done) => {
    if (!String(reply.getHeader('content-type')).startsWith('text/event-stream')) {
      const { url: route = NO_ROUTE } = request.routeOptions;
      const { method } = request;
      metrics.observeRequest({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    }
    done();
  });
});
