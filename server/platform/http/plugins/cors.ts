import plugin from 'fastify-plugin';

interface CorsOptions {
  readonly origins: readonly string[];
  readonly crossOriginPaths: readonly string[];
}

/**
 * Allows sites of other origins to call this API (ruling 2). They may send the bearer token and read `Date`, with which they
 * correct their clock (ruling 4). `crossOriginPaths`: the path prefixes of images and of the sandbox's checkout, which pages of
 * other origins may load; browsers otherwise restrict them to the same site.
 */
export default plugin<CorsOptions>(async (app, { origins, crossOriginPaths }) => {
  if (origins.length === 0) return;
  const allowed = new Set(origins);

  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    reply.header('vary', 'Origin');
    // Browsers request images and scripts without an Origin header.
    if (crossOriginPaths.some((path) => request.url.startsWith(path))) {
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
