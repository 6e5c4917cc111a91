import type { FastifyError, FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import { paths } from '../../contract/paths.ts';
import { ApiError } from '../apiError.ts';
import { api } from './api.ts';
import { checkoutApi } from './checkout.ts';
import { controlRoutes } from './controlRoutes.ts';
import { controlsOf, type SandboxControls } from './controls.ts';
import { pages } from './pages.ts';
import { badRequest, ProviderError, trouble } from './providerError.ts';
import { sandboxOn, type SandboxOptions } from './sandbox.ts';

/** Whatever was thrown, in the provider's words: a body that could not even be read is a bad request. */
function toProviderError(error: FastifyError): ProviderError {
  if (error instanceof ProviderError) return error;
  if (error instanceof ApiError) return badRequest(error.message);
  const status = error.statusCode ?? 500;
  return status < 500 ? badRequest(error.message, {}, status) : trouble;
}

/** Where this server reaches the shop's webhook on itself; null before it listens. */
function shopUrl(app: FastifyInstance): string | null {
  const address = app.server.address();
  if (address === null || typeof address === 'string') return null;
  const everywhere = address.address === '0.0.0.0' || address.address === '::';
  const host = everywhere
    ? '127.0.0.1'
    : address.family === 'IPv6'
      ? `[${address.address}]`
      : address.address;
  return `http://${host}:${address.port}${paths.paymentWebhook}`;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The controls of the sandbox; not there when a real provider takes the payments. */
    sandbox?: SandboxControls;
  }
}

export interface SandboxPluginOptions extends SandboxOptions {
  /** The path that all of it is below. */
  readonly prefix?: string;
  /** Origins of other sites whose pages may show the checkout; those of this server always may. */
  readonly shopOrigins?: readonly string[];
  /** What callers of the control API show; without, there is none. */
  readonly controlSecret?: string | undefined;
}

/**
 * A stand-in for the payment provider, so that the site can be tried without an account and without a network: its HTTP
 * contract, its checkout script with the documented behaviour, its test cards and its webhooks. The official SDK and the
 * browser cannot tell the difference; no money moves. Its state is in tables of its own. Webhooks go out only when
 * `app.sandbox.deliverDue()` is called, or `startDelivering` has been.
 */
export default plugin<SandboxPluginOptions>(
  async (app, { prefix = '', shopOrigins = [], controlSecret, ...options }) => {
    const sandbox = sandboxOn({ shopUrl: () => shopUrl(app), ...options });
    const controls = controlsOf(sandbox);
    app.decorate('sandbox', controls);

    await app.register(
      async (scope) => {
        scope.setErrorHandler<FastifyError>((error, request, reply) => {
          const refusal = toProviderError(error);
          if (refusal === trouble) request.log.error(error, 'the sandbox failed');
          return reply.code(refusal.status).send(refusal.body);
        });
        scope.setNotFoundHandler(() => {
          throw badRequest('The requested URL was not found on the server.');
        });
        await scope.register((within) => api(within, sandbox), { prefix: '/v1' });
        await scope.register((within) => checkoutApi(within, sandbox), { prefix: '/v1/checkout' });
        await scope.register((within) => pages(within, shopOrigins), { prefix: '/v1' });
        if (controlSecret !== undefined)
          await scope.register((within) => controlRoutes(within, { controls, secret: controlSecret }), {
            prefix: '/control',
          });
      },
      { prefix },
    );
  },
);
