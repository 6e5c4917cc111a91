import plugin from 'fastify-plugin';
import type { EpochMs } from '../../../../domain/time/epochMs.ts';

interface DateDeps {
  readonly now: () => EpochMs;
}

/**
 * Sets the `Date` header of every response to the server's clock instead of the machine's date, because browsers correct their
 * clock with it (ruling 4).
 */
export default plugin<DateDeps>(async (app, { now }) => {
  let second = NaN;
  let text = '';
  app.addHook('onRequest', (_request, reply, done) => {
    const at = Math.floor(now() / 1000);
    if (at !== second) {
      second = at;
      text = new Date(at * 1000).toUTCString();
    }
    void reply.header('date', text);
    done();
  });
});
