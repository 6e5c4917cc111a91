import plugin from 'fastify-plugin';
import type { Metrics } from './metrics.ts';

/** Files and unknown paths share a label: a label for each path would be without end. */
const NO_ROUTE = 'none';

/** Records how long each request took, live views excepted, which last as long as somebody looks. */
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
