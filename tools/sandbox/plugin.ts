import type { FastifyError, FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import { paths } from '../../contract/paths.ts';
import { ApiError } from '../../server/platform/http/apiError.ts';
import { api } from './api.ts';
import { checkoutApi } from './checkout.ts';
import { controlRoutes } from './controlRoutes.ts';
import { createControls, type SandboxControls } from './controls.ts';
import { pages } from './pages.ts';
import { settlementPage } from './settlementPage.ts';
import { badRequest, ProviderError, serverError } from './providerError.ts';
import { createSandbox, type SandboxOptions } from './sandbox.ts';

/** Any thrown error in the provider's format; an unreadable body is a bad request. */
function toProviderError(error: FastifyError): ProviderError {
  if (error instanceof ProviderError) return error;
  if (error instanceof ApiError) return badRequest(error.message);
  const status = error.statusCode ?? 500;
  return status < 500 ? badRequest(error.message, {}, status) : serverError;
}

/** URL of the shop's webhook on this server; null before the server listens. */
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
    /** Undefined with a real provider. */
    sandbox?: SandboxControls;
  }
}

export interface SandboxPluginOptions extends SandboxOptions {
  /** Before all paths of the sandbox. */
  readonly prefix?: string;
  /** Other origins whose pages may embed the checkout, besides this server's. */
  readonly shopOrigins?: readonly string[];
  /** Without a secret there is no control API. */
  readonly controlSecret?: string | undefined;
}

/**
 * A sandbox instead of the payment provider, to try the site without an account and without a network: the HTTP API, the
 * checkout script with the documented behaviour, the test cards and the webhooks. The official SDK, the server and the browser see no
 * difference, and no money moves. The state is in separate tables. Webhooks are sent only by `app.sandbox.deliverDue()` or after
 * `startWebhookDelivery`.
 */
export default plugin<SandboxPluginOptions>(
  async (app, { prefix = '', shopOrigins = [], controlSecret, ...options }) => {
    const sandbox = createSandbox({ shopUrl: () => shopUrl(app), ...options });
    const controls = createControls(sandbox);
    app.decorate('sandbox', controls);

    await app.register(
      async (scope) => {
        scope.setErrorHandler<FastifyError>((error, request, reply) => {
          const refusal = toProviderError(error);
          if (refusal === serverError) request.log.error(error, 'the sandbox failed');
          return reply.code(refusal.status).send(refusal.body);
        });
        scope.setNotFoundHandler(() => {
          throw badRequest('The requested URL was not found on the server.');
        });
        await scope.register((within) => api(within, sandbox), { prefix: '/v1' });
        await scope.register((within) => checkoutApi(within, sandbox), { prefix: '/v1/checkout' });
        await scope.register((within) => pages(within, shopOrigins), { prefix: '/v1' });
        if (controlSecret !== undefined) {
          await scope.register((within) => settlementPage(within, controls));
          await scope.register((within) => controlRoutes(within, { controls, secret: controlSecret }), {
            prefix: '/control',
          });
        }
      },
      { prefix },
    );
  },
);
