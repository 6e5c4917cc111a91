import plugin from 'fastify-plugin';
import { Refusal } from '../refusal.ts';

/**
 * How long a request may take, in milliseconds, so that it is answered within ten seconds: longer than waiting for a
 * connection and for one statement, shorter than all the statements and calls to the provider that some requests make.
 */
const DEADLINE_MS = 9_000;

/**
 * Answers 'unavailable' (503) on behalf of each route of the surrounding scope that has not begun to answer at the
 * deadline, `ms` after the request. Its work goes on: what it commits afterwards is found when the request is repeated
 * (ruling 29). Own code, because the framework's `handlerTimeout` ends when the request's body has been read.
 */
export default plugin<{ ms?: number }>(async (app, { ms = DEADLINE_MS }) => {
  app.addHook('onRequest', (_request, reply, done) => {
    const timer = setTimeout(() => {
      if (reply.sent || reply.raw.headersSent) return;
      void reply.send(new Refusal('unavailable', 'Not available at the moment, please try again'));
    }, ms);
    reply.raw.once('close', () => clearTimeout(timer));
    done();
  });
});
