import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify from 'fastify';
import plugin from 'fastify-plugin';
import type { CheckoutSources } from '../payments/gateway.ts';

export interface SecurityOptions {
  /** The hosts that the payment provider's checkout loads from. */
  readonly checkout: CheckoutSources;
  /** Where the site finds its API, when not here. */
  readonly apiOrigin: string | undefined;
  /** Whether visitors reach the site by https, so that browsers may insist on it. */
  readonly https: boolean;
}

/** What a browser would let a page ask its visitor for, and no page of ours does. */
const unusedFeatures = ['camera', 'microphone', 'geolocation', 'usb', 'serial', 'midi'];

const paymentPermission = (frames: readonly string[]): string =>
  `payment=(${['self', ...frames.filter((frame) => frame !== "'self'").map((frame) => `"${frame}"`)].join(' ')})`;

/** The headers that helmet sets on an answer, read off one. */
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
 * Security headers on every answer. The access token is in local storage (ruling 13), so no script but ours and the
 * checkout's may ever run. Styles may be inline: the component library writes its own while the page runs.
 */
export default plugin<SecurityOptions>(async (app, { checkout, apiOrigin, https }) => {
  const hereAnd = (sources: readonly string[]): string[] => [
    ...new Set(["'self'", ...(apiOrigin === undefined ? [] : [apiOrigin]), ...sources]),
  ];
  // They are the same on every answer, and helmet would put each of them together anew.
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
    // A bank's page may open in a window of its own and report back.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // The provider recognises a merchant's site by the origin it is called from.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: https,
    // frame-ancestors says the same, and the sandbox's own frame can loosen it for itself.
    xFrameOptions: false,
  });

  // Nothing here asks for any of these; only the checkout may open what banks and wallets pay with.
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
