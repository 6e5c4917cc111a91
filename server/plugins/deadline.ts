import plugin from 'fastify-plugin';

/**
 * How long a request may take, in milliseconds, so that it is answered within ten seconds: longer than waiting for a
 * connection and for one statement, shorter than all the statements and calls to the provider that some requests make.
 */
const DEADLINE_MS = 9_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response is a stream that stays open: no deadline. */
    stream?: boolean;
  }
}

/**
 * Answers 'unavailable' (503) on behalf of each route of the surrounding scope that has not answered at the deadline. Its
 * work goes on: what it commits afterwards is found when the request is repeated (ruling 29).
 */
export default plugin(async (app) => {
  app.addHook('onRoute', (route) => {
    if (route.config?.stream !== true) route.handlerTimeout ??= DEADLINE_MS;
  });
});
