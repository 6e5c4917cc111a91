import plugin from 'fastify-plugin';

interface CorsOptions {
  readonly origins: readonly string[];
  readonly embeddable: readonly string[];
}

/**
 * Lets sites of other origins call this API (ruling 2: a site may be told to use the API of another host). They may send
 * the bearer token, and read `Date`, by which they correct their clock (ruling 4). Their pages may show this server's
 * pictures and load the sandbox's checkout, which browsers otherwise keep to pages of the same site.
 * `embeddable`: the beginnings of the paths of those.
 */
export default plugin<CorsOptions>(async (app, { origins, embeddable }) => {
  if (origins.length === 0) return;
  const allowed = new Set(origins);

  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    reply.header('vary', 'Origin');
    // A picture or a script is asked for without an origin.
    if (embeddable.some((path) => request.url.startsWith(path))) {
      reply.header('cross-origin-resource-policy', 'cross-origin');
    }
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
