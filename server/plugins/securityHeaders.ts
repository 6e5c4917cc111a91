import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify from 'fastify';
import plugin from 'fastify-plugin';
import type { CheckoutSources } from '../payments/gateway.ts';

export interface SecurityOptions {
  /** The hosts of the payment provider's checkout. */
  readonly checkout: CheckoutSources;
  /** The API's origin, when it is another host. */
  readonly apiOrigin: string | undefined;
  /** Whether the site is served by https, so that browsers may require it. */
  readonly https: boolean;
}

/** Browser features that no page of ours uses. */
const unusedFeatures = ['camera', 'microphone', 'geolocation', 'usb', 'serial', 'midi'];

const paymentPermission = (frames: readonly string[]): string =>
  `payment=(${['self', ...frames.filter((frame) => frame !== "'self'").map((frame) => `"${frame}"`)].join(' ')})`;

/** The headers that helmet sets, read from one response. */
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
 * Security headers for every response. The access token is in local storage (ruling 13), so no script but ours and the
 * checkout's may run. Styles may be inline, because the component library writes its own at run time.
 */
export default plugin<SecurityOptions>(async (app, { checkout, apiOrigin, https }) => {
  const hereAnd = (sources: readonly string[]): string[] => [
    ...new Set(["'self'", ...(apiOrigin === undefined ? [] : [apiOrigin]), ...sources]),
  ];
  // Computed once, because helmet would build the same headers for each response.
  const headers = await helmetHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: hereAnd(checkout.script),
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: hereAnd(['data:', ...checkout.img]),
        connectSrc: hereAnd(checkout.connect),
        frameSrc: checkout.frame.length > 0 ? [...checkout.frame] : ["'none'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // A bank's page may open in a new window and report back.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // The provider recognises a merchant's site by its origin.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: https,
    // frame-ancestors has the same effect, and the sandbox's own frame can relax it.
    xFrameOptions: false,
  });

  // No page uses these; only the checkout may use what banks and wallets need.
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
