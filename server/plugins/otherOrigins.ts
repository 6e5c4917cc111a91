import plugin from 'fastify-plugin';

/**
 * Lets sites of other origins call this API (ruling 2: a site may be told to use the API of another host). They may send
 * the bearer token, and read `Date`, by which they correct their clock (ruling 4).
 */
export default plugin<{ origins: readonly string[] }>(async (app, { origins }) => {
  if (origins.length === 0) return;
  const allowed = new Set(origins);

  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    reply.header('vary', 'Origin');
    if (origin === undefined || !allowed.has(origin)) {
      done();
      return;
    }
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'Date, Retry-After, X-Request-Id',
    });
    if (request.method !== 'OPTIONS') {
      done();
      return;
    }
    reply
      .headers({
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'Authorization, Content-Type',
        'access-control-max-age': '7200',
      })
      .code(204)
      .send();
  });
});
