import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify from 'fastify';
import plugin from 'fastify-plugin';

/** For the site's Content-Security-Policy. */
export interface CheckoutSources {
  readonly script: readonly string[];
  readonly frame: readonly string[];
  readonly connect: readonly string[];
  readonly img: readonly string[];
}

export interface SecurityOptions {
  readonly checkout: CheckoutSources;
  /** Set when it is another host. */
  readonly apiOrigin: string | undefined;
  /** Whether the site is served by https; then the headers make browsers require it. */
  readonly https: boolean;
  /** Hashes of the site's inline scripts, as sources of `script-src`. */
  readonly inlineScripts: readonly string[];
}

/** Browser features that no page uses. */
const unusedFeatures = ['camera', 'microphone', 'geolocation', 'usb', 'serial', 'midi'];

const paymentPermission = (frames: readonly string[]): string =>
  `payment=(${['self', ...frames.filter((frame) => frame !== "'self'").map((frame) => `"${frame}"`)].join(' ')})`;

/** Read from one response. */
async function helmetHeaders(options: FastifyHelmetOptions): Promise<Record<string, string>> {
  const headers: Record<string, string> = {};
  const app = Fastify();
  await app.register(helmet, options);
  app.get('/', async (_request, reply) => {
    for (const [name, value] of Object.entries(reply.raw.getHeaders())) headers[name] = String(value);
    return '';
  });
  await app.inject('/');
  await app.close();
  return headers;
}

/**
 * Sets the security headers of every response. The access token is in local storage (ruling 13), so only scripts of the site and
 * of the checkout may run; an inline script only if it is in the build, by its hash. Inline styles are allowed, because the
 * component library generates styles at run time.
 */
export default plugin<SecurityOptions>(async (app, { checkout, apiOrigin, https, inlineScripts }) => {
  const selfAnd = (sources: readonly string[]): string[] => [
    ...new Set(["'self'", ...(apiOrigin === undefined ? [] : [apiOrigin]), ...sources]),
  ];
  // The headers are computed once, because helmet would compute the same headers for each response.
  const headers = await helmetHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: [...selfAnd(checkout.script), ...inlineScripts],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: selfAnd(['data:', ...checkout.img]),
        connectSrc: selfAnd(checkout.connect),
        frameSrc: checkout.frame.length > 0 ? [...checkout.frame] : ["'none'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // The page of a bank may open in a new window and send its result to the checkout.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // The provider recognises a merchant's site by its origin.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: https,
    // frame-ancestors has the same effect, and the page of the sandbox's checkout can relax it.
    xFrameOptions: false,
  });

  // The checkout's frames may use the payment features that banks and wallets need.
  const permissions = [
    ...unusedFeatures.map((feature) => `${feature}=()`),
    paymentPermission(checkout.frame),
  ];
  headers['permissions-policy'] = permissions.join(', ');
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
});
