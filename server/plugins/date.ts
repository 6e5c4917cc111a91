import plugin from 'fastify-plugin';

interface DateDeps {
  /** The server's clock, milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * The `Date` header of every response shows the server's clock and not the machine's date, because browsers correct
 * their own clock by it (ruling 4).
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
