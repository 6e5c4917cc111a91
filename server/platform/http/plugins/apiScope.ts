import plugin from 'fastify-plugin';
import deadline, { DEADLINE_MS } from './deadline.ts';

/** What the calls of the API have in common: their deadline, and that no cache keeps their responses unless a route allows it. */
export default plugin<{ timeoutFactor: number }>(async (app, { timeoutFactor }) => {
  await app.register(deadline, { ms: timeoutFactor * DEADLINE_MS });
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.header('cache-control', 'no-store');
    done();
  });
});
